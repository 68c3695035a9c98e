package org.whosonline.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.whosonline.SiteMaps;
import org.whosonline.testing.Await;

/** S1 1.8, the kill switch and JMX, as the application starts and stops. */
@Timeout(60)
class InstancesStartTest {

    private static final String MAIN = "org.whosonline:type=SiteMap,application=\"/app\",instance=main";
    private static final String FORUM = "org.whosonline:type=SiteMap,application=\"/app\",instance=forum";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final Application application = new Application();
    private final Lifecycle lifecycle = new Lifecycle();

    private void start() {
        lifecycle.contextInitialized(new ServletContextEvent(application.context));
    }

    private void stop() {
        lifecycle.contextDestroyed(new ServletContextEvent(application.context));
    }

    private Set<String> beans() throws Exception {
        Set<String> names = new TreeSet<>();
        server.queryNames(new ObjectName("org.whosonline:*"), null).forEach(name -> names.add(name.toString()));
        return names;
    }

    private Object get(String bean, String attribute) throws Exception {
        return server.getAttribute(new ObjectName(bean), attribute);
    }

    @Test
    void instancesAreFoundByNameFromJava_S1_8() {
        application.parameters.put("whosonline.instances", "forum,shop");
        start();
        WhosOnline whosOnline = WhosOnline.from(application.context);
        SiteMaps maps = (SiteMaps) application.attributes.get(SiteMaps.ATTRIBUTE);
        assertEquals(List.of("", "forum", "shop"), maps.names());
        assertSame(maps.get("forum"), whosOnline.usersOnline("forum"));
        assertSame(maps.get(""), whosOnline.usersOnline());
        assertEquals(
                OptionalInt.of(0), whosOnline.usersOnline("shop").snapshot().count());
        assertEquals(
                "There is no instance \"x\" of WhosOnline; besides the main one, which has no name, there are forum,"
                        + " shop.",
                assertThrows(IllegalArgumentException.class, () -> whosOnline.usersOnline("x"))
                        .getMessage());
        stop();
        assertTrue(application.attributes.isEmpty(), application.attributes::toString);
    }

    @Test
    void serversThatCannotBeReadStopTheStart_S1_8() {
        application.parameters.put("whosonline.instances", "forum");
        application.parameters.put("whosonline.instance.forum.servers", "cache1:x");
        String message = assertThrows(ServletException.class, () -> Registration.register(application.context))
                .getMessage();
        assertTrue(message.startsWith("WhosOnline cannot start: instance.forum.servers=cache1:x: "), message);
    }

    @Test
    void anInstanceWithoutItsServersLeavesTheOthersRight_S1_8() throws Exception {
        application.parameters.put("whosonline.instances", "forum");
        application.parameters.put("whosonline.instance.forum.servers", "127.0.0.1:1");
        start();
        WhosOnline whosOnline = WhosOnline.from(application.context);
        assertEquals(OptionalInt.of(0), whosOnline.usersOnline().snapshot().count());
        assertEquals(
                OptionalInt.empty(), whosOnline.usersOnline("forum").snapshot().count());
        assertEquals(true, get(MAIN, "StoreAvailable"));
        assertEquals(false, get(FORUM, "StoreAvailable"));
        assertEquals(-1, get(FORUM, "UsersOnline"));
        assertEquals(-1, get(FORUM, "UsersHidden"));
        assertEquals(-1L, get(FORUM, "SnapshotAgeSeconds"));
        assertEquals(true, get(FORUM, "Stale"));
        stop();
    }

    @Test
    void figuresAreThereFromStartToEnd_LIFE_H06() throws Exception {
        Set<String> others = beans();
        application.parameters.put("whosonline.instances", "forum");
        start();
        assertTrue(beans().containsAll(Set.of(MAIN, FORUM)), beans()::toString);
        Await.until("the map was read", () -> (long) get(MAIN, "Readings") > 0);
        assertEquals(0, get(MAIN, "UsersOnline"));
        assertEquals(0, get(MAIN, "UsersHidden"));
        assertEquals(false, get(MAIN, "Stale"));
        assertEquals(null, get(MAIN, "LastCleanup"));
        assertEquals(-1, get(MAIN, "LastCleanupRemoved"));
        assertEquals(
                "0 users before, 0 removed, 0 now, saved",
                server.invoke(new ObjectName(MAIN), "cleanUpNow", new Object[0], new String[0]));
        assertTrue(((String) get(MAIN, "LastCleanup")).endsWith("Z"));
        assertEquals(0, get(MAIN, "LastCleanupRemoved"));
        assertEquals(null, get(FORUM, "LastCleanup"));
        for (String counter : List.of("Records", "RecordsFailed", "RecordsRefused", "Removals", "Repairs")) {
            assertEquals(0L, get(FORUM, counter), counter);
        }
        stop();
        assertEquals(others, beans());
    }

    @Test
    void aNameThatIsTakenGetsANumberAndEachTakesAwayItsOwn_LIFE_H06() throws Exception {
        Set<String> others = beans();
        start();
        Application sameElsewhere = new Application();
        Lifecycle second = new Lifecycle();
        second.contextInitialized(new ServletContextEvent(sameElsewhere.context));
        assertTrue(beans().contains(MAIN + ",number=2"), beans()::toString);
        stop();
        assertFalse(beans().contains(MAIN));
        assertTrue(beans().contains(MAIN + ",number=2"));
        second.contextDestroyed(new ServletContextEvent(sameElsewhere.context));
        assertEquals(others, beans());
    }

    @Test
    void aStartThatFailsLeavesNoFigures_LIFE_H06() throws Exception {
        Set<String> others = beans();
        application.refuse = SiteMaps.ATTRIBUTE;
        assertThrows(UnsupportedOperationException.class, this::start);
        assertEquals(others, beans());
    }

    @Test
    void optionsSwitchOffFromTheStartAndJmxSwitchesOn() throws Exception {
        application.parameters.put("whosonline.recording.enabled", "false");
        application.parameters.put("whosonline.display.enabled", "false");
        application.parameters.put("whosonline.instances", "forum");
        start();
        WhosOnline whosOnline = WhosOnline.from(application.context);
        assertEquals(false, get(MAIN, "RecordingEnabled"));
        assertEquals(false, get(MAIN, "DisplayEnabled"));
        assertEquals(OptionalInt.empty(), whosOnline.usersOnline().snapshot().count());
        server.setAttribute(new ObjectName(MAIN), new Attribute("DisplayEnabled", true));
        server.setAttribute(new ObjectName(MAIN), new Attribute("RecordingEnabled", true));
        assertEquals(OptionalInt.of(0), whosOnline.usersOnline().snapshot().count());
        assertTrue(whosOnline.usersOnline().switches().isRecording());
        assertEquals(
                OptionalInt.empty(), whosOnline.usersOnline("forum").snapshot().count());
        stop();
    }

    @Test
    void theSameServersInAnotherOrderAreTheSamePlace() {
        application.parameters.put("whosonline.memcached.servers", "127.0.0.1:1,127.0.0.1:2");
        application.parameters.put("whosonline.instances", "forum");
        application.parameters.put("whosonline.instance.forum.servers", " 127.0.0.1:2 ,127.0.0.1:1");
        application.parameters.put("whosonline.instance.forum.prefix", "");
        String refusal = assertThrows(IllegalStateException.class, this::start).getMessage();
        assertTrue(refusal.contains("instance.forum.prefix=: must differ from that of main"), refusal);
    }
}
