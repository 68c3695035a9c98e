package org.whosonline.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.whosonline.testing.Await;

/**
 * Ana at the Tomcat and Ben at the Jetty of a {@link BrowserSite}, each with a browser, for the tests of a class; site and
 * browsers serve all such classes. After each test what it left open is closed, and no page may have complained; of a test that
 * failed there are pictures.
 */
final class Stage implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    /** How long others may take to see that somebody has come or changed. */
    static final Duration SEEN = Duration.ofMillis(1_500);

    /** How long others may take to see that somebody has closed a page. */
    static final Duration LEFT = Duration.ofSeconds(3);

    private static final Path PICTURES = Path.of("target", "pictures");

    private final String contextPath;
    BrowserSite site;
    Person ana;
    Person ben;

    /** What all classes share, until the last test of all has run. */
    private static final class Shared implements AutoCloseable {

        private final BrowserSite site;
        private final List<Browser> browsers;

        Shared() {
            try {
                site = new BrowserSite();
                browsers = List.of(new Browser(), new Browser());
            } catch (Exception e) {
                throw new AssertionError("No stage", e);
            }
        }

        @Override
        public void close() throws IOException {
            for (Browser browser : browsers) {
                browser.close();
            }
            site.close();
        }
    }

    /** @param contextPath of the application that both log in at */
    Stage(String contextPath) {
        this.contextPath = contextPath;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        Shared shared = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(Stage.class))
                .getOrComputeIfAbsent(Shared.class, key -> new Shared(), Shared.class);
        site = shared.site;
        ana = new Person(shared.browsers.get(0), site.tomcat, contextPath, "ana");
        ben = new Person(shared.browsers.get(1), site.jetty, contextPath, "ben");
    }

    /** Lets {@code time} go by, for what must not happen in it. */
    static void pass(Duration time) {
        long begun = System.nanoTime();
        Await.until(time + " go by", time.plus(Await.PATIENCE), () -> System.nanoTime() - begun >= time.toNanos());
    }

    /** A page with all elements, in a room that no other test has: the path within the application. */
    String doc() {
        return "/cached/doc/" + site.room();
    }

    /** The room of a page at {@code path}. */
    String roomOf(String path) {
        return contextPath + path;
    }

    /** Asserts that changes made by others come to the page of {@code path} in {@code tab}, and that it knows that they do. */
    void assertAlive(Tab tab, String path) throws Exception {
        Guest cleo = new Guest(site.jetty, contextPath, "Cleo", roomOf(path));
        Watch watch = Watch.of(tab);
        watch.await("Cleo is there", look -> look.has("Cleo"));
        cleo.leave();
        watch.await("Cleo has gone", look -> !look.has("Cleo"));
        tab.await("the page is live", "document.querySelector('whos-here').presence.state === 'live'");
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        if (context.getExecutionException().isPresent()) {
            Files.createDirectories(PICTURES);
            String name = context.getRequiredTestClass().getSimpleName()
                    + '.'
                    + context.getRequiredTestMethod().getName();
            for (Person person : List.of(ana, ben)) {
                person.browser.picture(PICTURES.resolve(name + '-' + person.name() + ".png"));
            }
        }
        try {
            ana.leave();
        } finally {
            ben.leave();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        ana.close();
        ben.close();
    }
}
