package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whosonline.testing.Client;

/** The number of the site's users in a page, and the room that a page is in without being told. */
class PresenceOnlineIT {

    @RegisterExtension
    static final Stage STAGE = new Stage(BrowserSite.CALM);

    /** An element that asks each second, in a page that has the slower one of its author too. */
    private static final String QUICK_ONE = """
            const one = document.createElement('whos-online');
            one.id = 'quick';
            one.setAttribute('interval', '1s');
            one.setAttribute('list', '');
            one.textContent = 'of the author';
            document.querySelector('main').append(one);
            """;

    private static final String ROOT = "document.getElementById('quick').shadowRoot";
    private static final String NUMBER = ROOT + ".querySelector('button').textContent";

    /** What the page has asked for the number so far. */
    private static final String ASKED =
            "performance.getEntriesByType('resource').filter(({ name }) => /online.count/.test(name)).length";

    private static int count(Client client) throws Exception {
        return client.json("/whosonline/online/count").get("count").getAsInt();
    }

    private static Tab open() {
        Tab tab = STAGE.ben.open(STAGE.doc());
        tab.script("performance.setResourceTimingBufferSize(10000);" + QUICK_ONE);
        return tab;
    }

    @Test
    @DisplayName("COUNT-H03: on a page of a cache stands the site's number of now, and the list opens on demand")
    void theNumberIsThatOfTheSite() throws Exception {
        Tab ben = open();
        ben.await("there is a number", "/^\\d+ users? online$/.test(" + NUMBER + ")");
        Client dora = new Client(STAGE.site.tomcat, BrowserSite.CALM);
        dora.post("/login", "user", "dora", "name", "<i>Dora</i>");
        int now = count(dora);
        ben.await("Dora is counted", NUMBER + " === '" + now + " users online'");
        assertTrue(now >= 3, now + " are Ana, Ben and Dora at least");
        ben.script(ROOT + ".querySelector('button').click()");
        ben.await(
                "she is on the list, as text",
                "[..." + ROOT
                        + ".querySelectorAll('[part=name]')].some(({ textContent }) => textContent === '<i>Dora</i>')");
        assertEquals(200, dora.post("/logout", "how", "invalidate").statusCode());
        ben.await("she is not counted any more", NUMBER + " === '" + (now - 1) + " users online'");
    }

    /** Else a page that is left open would keep its user's session alive for ever. */
    @Test
    @DisplayName("SESS-H04: the number is asked for without the session, the list with it")
    void theNumberNeedsNoSession() throws Exception {
        Tab ben = open();
        ben.script("window.sent = []; const send = window.fetch;"
                + " window.fetch = (url, how) => { if (/online.online/.test(url)) sent.push(`${url.pathname}"
                + " ${how.credentials}`); return send(url, how); }");
        String number = "/whosonline/online/count omit";
        ben.await("it asks", "sent.includes('" + number + "')");
        ben.script(ROOT + ".querySelector('button').click()");
        ben.await("the list is asked for", "sent.includes('/whosonline/online same-origin')");
        ben.script(ROOT + ".querySelector('[popover]').hidePopover(); sent.length = 0");
        ben.await("it asks again", "sent.filter((one) => one === '" + number + "').length > 1");
        assertEquals("true", ben.text("sent.every((one) => one === '" + number + "')"));
    }

    @Test
    @DisplayName("SESS-H04: where the site lets nobody in without a session, the number is asked for with it")
    void theNumberOfAGuardedSite() throws Exception {
        Tab ben = STAGE.ben.open(STAGE.doc());
        ben.script("const send = window.fetch; window.fetch = (url, how) => how.credentials === 'omit'"
                + " ? Promise.resolve(new Response('<h1>Login</h1>', { headers: { 'Content-Type': 'text/html' } }))"
                + " : send(url, how);"
                + QUICK_ONE);
        ben.await("there is a number", "/^\\d+ users? online$/.test(" + NUMBER + ")");
    }

    @Test
    @DisplayName("COUNT-H03: a page that nobody sees asks for nothing, and for the number at once when it is shown")
    void hiddenPagesDoNotAsk() throws Exception {
        Tab ben = open();
        ben.await("it asks", ASKED + " > 2");
        STAGE.ben.open("/cached/plain/other");
        ben.awaitHidden();
        String asked = ben.evaluateBehind(ASKED);
        Stage.pass(Duration.ofSeconds(4));
        assertEquals(asked, ben.evaluateBehind(ASKED));
        ben.show();
        ben.await("it asks again", ASKED + " > " + asked);
    }

    @Test
    @DisplayName(
            "CONN-H07: a number that cannot be had is the last known one, or what the author wrote, and never zero")
    void unknownIsNotZero() throws Exception {
        Tab ben = open();
        ben.await("there is a number", "/^\\d+ users? online$/.test(" + NUMBER + ")");
        STAGE.ben.browser.expect("ERR_INTERNET_DISCONNECTED");
        ben.offline(true);
        ben.await("it is called old", "/^Last known: \\d+ users? online$/.test(" + NUMBER + ")");
        ben.script("document.getElementById('quick').remove();" + QUICK_ONE);
        Stage.pass(Duration.ofSeconds(2));
        assertEquals("false", ben.text(ROOT + ".querySelector('slot').hidden"));
        assertEquals("", ben.text(NUMBER));
        ben.offline(false);
        ben.await("it is back", "/^\\d+ users? online$/.test(" + NUMBER + ")");
    }

    @ParameterizedTest
    @DisplayName(
            "SHOW-H06: without a room the page's path is it, without query, fragment and session id, and else exactly")
    @CsvSource({
        "'', ''",
        "?utm=x, ''",
        "#part, ''",
        ";jsessionid=0123456789, ''",
        ";jsessionid=0123456789?a=/b;c#d, ''",
        "%37, %37"
    })
    void thePathIsTheRoom(String behind, String room) throws Exception {
        String path = STAGE.doc();
        Tab ben = STAGE.ben.open(path + behind);
        ben.await("it is live", "document.querySelector('whos-here')?.presence?.state === 'live'");
        assertEquals(path + room, ben.text("document.querySelector('whos-here').presence.id"));
    }
}
