package org.whosonline.tags;

/** What the tags that show a site map have in common. */
public abstract class OnlineTag extends PageTag {

    private String instance = "";

    /** For the subclasses. */
    protected OnlineTag() {}

    /** @param instance the site map to show; null or empty for the main one */
    public final void setInstance(String instance) {
        this.instance = instance == null ? "" : instance;
    }

    /** What the page shows. */
    final Online online() {
        return Source.of(page(), instance);
    }
}
