package org.whosonline.browser;

import java.io.IOException;
import java.net.URI;
import org.whosonline.testing.Server;

/** Somebody at a browser, with a way of their own to a node of a site, and a login at one of its applications. Not thread-safe. */
final class Person implements AutoCloseable {

    final Browser browser;
    final Gate gate;
    private final String contextPath;
    private String name;

    /** @param id of the user, whose name is the same with a capital letter */
    Person(Browser browser, Server node, String contextPath, String id) throws IOException {
        this.browser = browser;
        this.contextPath = contextPath;
        gate = new Gate(node.uri("/"));
        login(id, Character.toUpperCase(id.charAt(0)) + id.substring(1));
    }

    /** Logs in as another user. */
    void login(String id, String name) {
        this.name = name;
        Tab tab = browser.open(uri("/cached/login/form"));
        fillIn(tab, id, name);
        tab.close();
    }

    /** Logs in by the form that is in {@code tab}; returns when it is answered. */
    void fillIn(Tab tab, String id, String name) {
        tab.script(
                "const [form] = document.forms; form.user.value = arguments[0]; form.name.value = arguments[1];"
                        + " form.submit()",
                id,
                name);
        tab.await("the login is answered", "location.pathname.endsWith('/plain.jsp')");
    }

    /** As others see it. */
    String name() {
        return name;
    }

    /** The address of a path of the application. */
    URI uri(String path) {
        return gate.uri(contextPath + path);
    }

    /** Opens a page of the application in a new tab, in front. */
    Tab open(String path) {
        return browser.open(uri(path));
    }

    /** Ends what a test has begun: asserts that no page has complained, opens the way again, closes all tabs. */
    void leave() {
        try {
            browser.assertQuiet();
        } finally {
            gate.open();
            gate.release();
            browser.closeTabs();
        }
    }

    /** Closes the way, not the browser; before it the tabs. */
    @Override
    public void close() throws IOException {
        browser.closeTabs();
        gate.close();
    }
}
