package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whosonline.testing.Await;
import org.whosonline.testing.Tomcat;

/** What is left in a Tomcat of applications that have been taken away. To be made before there are any of ours. */
final class Leftovers {

    /** What Tomcat and the JVM say of what has been left behind, or runs on without its classes. */
    private static final Pattern LEFT_BEHIND =
            Pattern.compile("[^\\n]*(thread named \\[(?!Catalina-)[^\\n]*has failed to stop it|ThreadLocal|"
                    + "failed to unregister|[Ii]llegal access|NoClassDefFound|ClassNotFound)[^\\n]*");

    private static final Pattern OURS = Pattern.compile(
            "(?m)^.*\\b(org\\.whosonline|net\\.spy|org\\.quartz|io\\.micrometer|io\\.prometheus)\\..*$");

    private static final Pattern THREAD = Pattern.compile("(?m)^\"([^\"]+)\"");

    private final Tomcat tomcat;

    /** How many class loaders there are without any of ours. */
    private final int loaders;

    Leftovers(Tomcat tomcat) throws Exception {
        this.tomcat = tomcat;
        this.loaders = webappLoaders();
    }

    void assertNone() {
        // The histogram and the leak finder each begin with a garbage collection.
        Await.until("no class loader is left", () -> tomcat.findLeaks().isEmpty() && webappLoaders() == loaders);
        Await.until(
                "no object of ours is left",
                () -> !OURS.matcher(tomcat.jcmd("GC.class_histogram")).find());
        assertFalse(LEFT_BEHIND.matcher(tomcat.log()).find(), tomcat::log);
    }

    private int webappLoaders() throws Exception {
        return tomcat.jcmd("VM.classloader_stats").split("WebappClassLoader", -1).length - 1;
    }

    Set<String> threads() throws Exception {
        Set<String> names = new TreeSet<>();
        Matcher name = THREAD.matcher(tomcat.jcmd("Thread.print"));
        while (name.find()) {
            names.add(name.group(1));
        }
        // Those of the container and of the JVM that come and go by themselves.
        names.removeIf(thread ->
                !thread.startsWith("http-nio") && !thread.startsWith("whosonline") || thread.contains("-exec-"));
        return names;
    }
}
