package org.whosonline.browser;

import java.io.IOException;
import java.net.URI;
import org.whosonline.testing.Server;

/** Somebody with a browser, a way to one node of a site, and a login at one of its applications. Not thread-safe. */
final class Person implements AutoCloseable {

    final Browser browser;
    final Gate gate;
    private final String contextPath;

    /** @param id of the user, also in texts: the name is the same with a capital letter */
    Person(Browser browser, Server node, String contextPath, String id) throws IOException {
        this.browser = browser;
        this.contextPath = contextPath;
        gate = new Gate(node.uri("/"));
        login(id, Character.toUpperCase(id.charAt(0)) + id.substring(1));
    }

    /** Logs in as another user, by the form. */
    void login(String id, String name) {
        Tab tab = browser.open(uri("/cached/login/form"));
        tab.script(
                "const [form] = document.forms; form.user.value = arguments[0]; form.name.value = arguments[1];"
                        + " form.submit()",
                id,
                name);
        tab.await("logged in", "document.title === '' && document.querySelector('h1')?.textContent === 'Plain'");
        tab.close();
    }

    /** The address of a path of the application. */
    URI uri(String path) {
        return gate.uri(contextPath + path);
    }

    /** Opens a page of the application in a new tab, in front. */
    Tab open(String path) {
        return browser.open(uri(path));
    }

    /** Closes all tabs of the browser; asserts that no page has complained. */
    void leave() {
        browser.assertQuiet();
        browser.closeTabs();
    }

    /** Ends the browser too. */
    @Override
    public void close() throws IOException {
        browser.close();
        gate.close();
    }
}
