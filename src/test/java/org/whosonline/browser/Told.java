package org.whosonline.browser;

/** Whom the elements of a page tell of as having come or gone since this was made, and how often the roster was another one. */
final class Told {

    private static final String LISTEN = """
            window.told = { people: [], rosters: 0 };
            for (const type of ['joined', 'left']) {
              document.addEventListener(type, ({ detail }) =>
                told.people.push(...detail.map((viewer) => `${type} ${viewer.viewerName}`)));
            }
            document.addEventListener('roster', () => told.rosters++);
            """;

    private final Tab tab;

    Told(Tab tab) {
        this.tab = tab;
        tab.script(LISTEN);
    }

    /** Such as {@code joined Ana, left Ana}. */
    String people() {
        return tab.text("told.people.join(', ')");
    }

    int rosters() {
        return Integer.parseInt(tab.text("told.rosters"));
    }
}
