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
 * What the tests of a class share: a site, and Ana at its Tomcat and Ben at its Jetty, each with a browser. After each test what
 * it left open is closed, and no page may have complained; of a test that failed there are pictures.
 */
final class Stage implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    /** How long others may take to see that somebody has come or changed. */
    static final Duration SEEN = Duration.ofMillis(1_500);

    /** How long others may take to see that somebody has closed a page. */
    static final Duration LEFT = Duration.ofSeconds(3);

    private static final Path PICTURES = Path.of("target", "pictures");

    private final String[] contextPaths;
    BrowserSite site;
    Person ana;
    Person ben;

    /** @param contextPaths of the applications that are needed; both log in at the first */
    Stage(String... contextPaths) {
        this.contextPaths = contextPaths;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        site = new BrowserSite(contextPaths);
        ana = new Person(new Browser(), site.tomcat, contextPaths[0], "ana");
        ben = new Person(new Browser(), site.jetty, contextPaths[0], "ben");
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
        return contextPaths[0] + path;
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
        ana.leave();
        ben.leave();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        for (Person person : List.of(ana, ben)) {
            person.close();
            person.browser.close();
        }
        site.close();
    }
}
