package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.whosonline.Mark;
import org.whosonline.Rarely;
import org.whosonline.UsersOnline;
import org.whosonline.log.StoreClock;
import org.whosonline.store.HeapStore;
import org.whosonline.store.Store;
import org.whosonline.web.Browser.Request;
import org.whosonline.web.Browser.Session;

/** What the filter does, told by what reaches the store. */
class RecorderTest {

    private final List<String> log = new ArrayList<>();
    private final Deque<Runnable> held = new ArrayDeque<>();
    private long now = 1000;
    private RuntimeException fault;

    private final UsersOnline users = users();
    private final Departures departures = new Departures(users::remove, held::add);
    private UserResolver resolver = new ContainerUserResolver("", "");
    private final Session session = new Session("S", null);

    private final UserResolver current = new UserResolver() {
        @Override
        public String id(HttpServletRequest request) {
            return resolver.id(request);
        }

        @Override
        public String name(HttpServletRequest request) {
            return resolver.name(request);
        }
    };

    private final List<String> loggedOut = new ArrayList<>();
    private final RecordedMap map = new RecordedMap("", users, List.of("/*"));
    private final Identity identity = new Identity(current, Set.of("anonymousUser"));
    private final Recorder recorder = new Recorder(
            List.of(new MapRecorder(
                    map, identity, new Exclusions("/whosonline", List.of("/ping", "/api/*", "*.css")), departures)),
            identity,
            new Hiding((request, user) -> false, new Rarely(() -> 0)),
            loggedOut::add,
            new Rarely(() -> 0));

    /** A site map whose store tells every line that is written, and fails where it should. */
    private UsersOnline users() {
        Store heap = new HeapStore(() -> Instant.ofEpochSecond(now));
        Store told = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (self, method, arguments) -> {
                    if (fault != null) {
                        throw fault;
                    }
                    Object answer = method.invoke(heap, arguments);
                    if (Set.of("add", "append").contains(method.getName())
                            && arguments[0].equals("usersOnline")
                            && ((CompletableFuture<?>) answer).join().equals(true)) {
                        tell((byte[]) arguments[1]);
                    }
                    return answer;
                });
        StoreClock clock = new StoreClock(told, () -> Instant.ofEpochSecond(now), () -> TimeUnit.SECONDS.toNanos(now));
        var options = new UsersOnline.Options(
                "usersOnline",
                "numUsersOnline",
                Duration.ofMinutes(5),
                Duration.ofMinutes(2),
                Duration.ofMinutes(1),
                1,
                Duration.ofMillis(250));
        UsersOnline users = new UsersOnline(told, clock, options, Runnable::run, new Random(1));
        users.tend();
        return users;
    }

    private void tell(byte[] written) {
        String[] lines = new String(written, StandardCharsets.UTF_8).split("\n");
        JsonArray line = JsonParser.parseString(lines[lines.length - 1]).getAsJsonArray();
        String user = line.get(0).getAsString();
        if (line.size() == 3 && line.get(2).getAsJsonPrimitive().isBoolean()) {
            log.add("remove " + user + " " + line.get(1).getAsLong());
        } else {
            log.add("record " + user + (line.size() == 3 ? " " + line.get(2).getAsString() : ""));
        }
    }

    private void view(Request request, Chain page) throws Exception {
        if (fault == null) {
            users.tend();
        }
        OnlineFilter.pass(recorder, request.api, Browser.response(), (in, out) -> {
            log.add("page");
            page.run();
        });
    }

    private void view(Request request) throws Exception {
        view(request, () -> {});
    }

    private interface Chain {
        void run() throws IOException;
    }

    private Mark mark() {
        return (Mark) session.attributes.get(map.attribute());
    }

    @Test
    void aKnownUserIsRecordedBeforeThePageSoThatItShowsItsOwnViewer() throws Exception {
        view(new Request(session, "ana"));
        assertEquals(List.of("record ana", "page"), log);
        assertEquals(new Mark("ana", 1000), mark());
    }

    @Test
    void withinTheThrottleNothingIsWritten_SESS_H05() throws Exception {
        for (int i = 0; i < 50; i++) {
            view(new Request(session, "ana"));
            now++;
        }
        assertEquals(1, session.writes);
        now = 1130;
        view(new Request(session, "ana"));
        assertEquals(2, session.writes);
    }

    @ParameterizedTest
    @EnumSource(value = DispatcherType.class, mode = EnumSource.Mode.EXCLUDE, names = "REQUEST")
    void nestedDispatchesPassUntouched_DISP_H01_H02_H04(DispatcherType dispatcher) throws Exception {
        Request request = new Request(session, "ana");
        request.dispatcher = dispatcher;
        view(request);
        assertEquals(List.of("page"), log);
    }

    @Test
    void nobodyLoggedInMeansNothingIsDoneAndNoSessionMade_SESS_H01() throws Exception {
        view(new Request(null, null));
        assertEquals(List.of("page"), log);
    }

    @ParameterizedTest
    @CsvSource({"anonymousUser", "''"})
    void placeholdersAreNobody_COUNT_H13(String user) throws Exception {
        view(new Request(session, user));
        assertEquals(List.of("page"), log);
    }

    @Test
    void whoLogsInOnThePageIsRecordedAfterIt() throws Exception {
        Request request = new Request(null, null);
        view(request, () -> {
            request.session = session;
            request.user = "ana";
        });
        assertEquals(List.of("page", "record ana"), log);
        assertEquals(new Mark("ana", 1000), mark());
    }

    @Test
    void anAsynchronousRequestIsNotLookedAtAfterTheChain_DISP_H04() throws Exception {
        Request request = new Request(session, null);
        view(request, () -> {
            request.async = true;
            request.user = "ana";
        });
        assertEquals(List.of("page"), log);
    }

    @Test
    void logoutRemovesAtOnceAndForgetsTheMark_PRIV_H07() throws Exception {
        view(new Request(session, "ana"));
        now = 1050;
        Request request = new Request(session, "ana");
        view(request, () -> request.user = null);
        assertEquals(List.of("record ana", "page", "page", "remove ana 1000"), log);
        assertNull(mark());
    }

    @Test
    void anInvalidatedSessionRemovesAtOnceAndOnce_PRIV_H07() throws Exception {
        view(new Request(session, "ana"));
        Request request = new Request(session, "ana");
        // The container tells the listener first, and goes on naming the user until the request is over.
        view(request, () -> {
            departures.held(mark());
            session.valid = false;
        });
        held.forEach(Runnable::run);
        assertEquals(List.of("record ana", "page", "page", "remove ana 1000"), log);
    }

    @Test
    void logoutAndInvalidationTogetherRemoveOnce_PRIV_H07() throws Exception {
        view(new Request(session, "ana"));
        Request request = new Request(session, "ana");
        view(request, () -> {
            request.user = null;
            departures.held(mark());
            session.valid = false;
        });
        held.forEach(Runnable::run);
        assertEquals(List.of("record ana", "page", "page", "remove ana 1000"), log);
    }

    @Test
    void aSessionThatEndsWhereTheFilterIsNotLeavesAMomentLater() {
        departures.held(new Mark("ana", 1000));
        assertEquals(List.of(), log);
        held.forEach(Runnable::run);
        assertEquals(List.of("remove ana 1000"), log);
    }

    @Test
    void aStoppingContainerIsNoLogoutWhicheverEndsFirst() {
        departures.held(new Mark("ana", 1000)); // Jetty: sessions, then filters
        departures.stopping();
        departures.held(new Mark("bob", 1000)); // Tomcat: filters, then sessions
        held.forEach(Runnable::run);
        assertEquals(List.of(), log);
        departures.now(new Mark("eve", 1000)); // a logout that was still on its way
        departures.close();
        departures.now(new Mark("joe", 1000));
        assertEquals(List.of("remove eve 1000"), log);
    }

    @Test
    void anotherUserInTheSameSessionReplacesTheFirst() throws Exception {
        view(new Request(session, "ana"));
        now = 1010;
        view(new Request(session, "bob"));
        assertEquals(List.of("record ana", "page", "remove ana 1000", "record bob", "page"), log);
        now = 1020;
        Request request = new Request(session, "bob");
        view(request, () -> request.user = "ana");
        assertEquals(List.of("page", "remove bob 1010", "record ana"), log.subList(5, log.size()));
    }

    @Test
    void aNewLoginInANewSessionLeavesAndArrives() throws Exception {
        view(new Request(session, "ana"));
        Request request = new Request(session, "ana");
        Session next = new Session("T", null);
        view(request, () -> {
            session.valid = false;
            request.session = next;
            request.user = "bob";
        });
        assertEquals(List.of("page", "remove ana 1000", "record bob"), log.subList(2, log.size()));
        assertEquals(new Mark("bob", 1000), next.attributes.get(map.attribute()));
    }

    @Test
    void aUserWhomOnlySomePagesKnowStays() throws Exception {
        view(new Request(session, "ana"));
        view(new Request(session, null));
        assertEquals(List.of("record ana", "page", "page"), log);
    }

    @Test
    void aUserWithoutASessionIsThrottledByTheNode_S1_15() throws Exception {
        view(new Request(null, "ana"));
        view(new Request(null, "ana"));
        view(new Request(null, "bob"));
        assertEquals(List.of("record ana", "page", "page", "record bob", "page"), log);
    }

    @Test
    void aSessionThatEndsWhileItIsRecordedLeavesAgain() throws Exception {
        Request request = new Request(session, "ana");
        resolver = new UserResolver() {
            @Override
            public String id(HttpServletRequest ignored) {
                return request.user;
            }

            @Override
            public String name(HttpServletRequest ignored) {
                session.valid = false; // Another request of this session logs out just now.
                return "Ana";
            }
        };
        view(request);
        assertEquals(List.of("record ana Ana", "page", "remove ana 1000"), log);
    }

    @ParameterizedTest
    @CsvSource({
        "/whosonline,",
        "/whosonline,/online",
        "/whosonline/online,",
        "/ping,",
        "/api,",
        "/api/x,",
        "/a/b.css,",
    })
    void excludedPathsAreNoPageViews_COUNT_H09(String servletPath, String pathInfo) throws Exception {
        Request request = new Request(session, "ana");
        request.servletPath = servletPath;
        request.pathInfo = pathInfo;
        view(request);
        assertEquals(List.of("page"), log);
    }

    @ParameterizedTest
    @CsvSource({"/whosonlineX,", "/ping,/x", "/apiary,", "/a.css,/x", "'',/"})
    void pathsThatOnlyLookSimilarAre(String servletPath, String pathInfo) throws Exception {
        Request request = new Request(session, "ana");
        request.servletPath = servletPath;
        request.pathInfo = pathInfo;
        view(request);
        assertEquals(List.of("record ana", "page"), log);
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Purpose,prefetch;prerender",
        "Sec-Purpose,Prefetch",
        "Purpose,prefetch",
        "X-Moz,prefetch",
        "X-Purpose,preview"
    })
    void whatIsLoadedAheadIsNoPageView(String header, String value) throws Exception {
        Request request = new Request(session, "ana");
        request.headers.put(header, value);
        view(request);
        assertEquals(List.of("page"), log);
    }

    @Test
    void logoutCountsOnExcludedPathsToo() throws Exception {
        view(new Request(session, "ana"));
        Request request = new Request(session, "ana");
        request.servletPath = "/api/logout";
        view(request, () -> request.user = null);
        assertEquals("remove ana 1000", log.get(log.size() - 1));
    }

    @Test
    void ourFaultsNeverReachThePage() throws Exception {
        fault = new IllegalArgumentException("test");
        view(new Request(session, "ana"));
        assertEquals(List.of("page"), log);
        resolver = request -> {
            throw new UnsupportedOperationException("test");
        };
        view(new Request(session, "ana"));
        assertEquals(List.of("page", "page"), log);
    }

    @Test
    void faultsOfThePagePassUntouchedAndWhoLeftIsStillSeen() throws Exception {
        view(new Request(session, "ana"));
        IOException broken = new IOException("test");
        Request request = new Request(session, "ana");
        assertSame(
                broken,
                assertThrows(
                        IOException.class,
                        () -> view(request, () -> {
                            request.user = null;
                            throw broken;
                        })));
        assertEquals("remove ana 1000", log.get(log.size() - 1));
    }

    @Test
    void aSessionThatEndsJustNowIsNotRecorded_SESS_H03() throws Exception {
        Request request = new Request(session, "ana");
        session.valid = false;
        request.endsJustNow = true;
        view(request);
        assertEquals(List.of("page"), log);
    }

    @Test
    void aForeignValueUnderOurAttributeIsNoMark() throws Exception {
        session.attributes.put(map.attribute(), "x");
        view(new Request(session, "ana"));
        assertEquals(List.of("record ana", "page"), log);
        assertFalse(session.attributes.get(map.attribute()) instanceof String);
    }
}
