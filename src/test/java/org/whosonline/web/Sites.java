package org.whosonline.web;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.whosonline.OnlineUser;
import org.whosonline.UsersOnline;
import org.whosonline.log.StoreClock;
import org.whosonline.store.HeapStore;
import org.whosonline.store.Store;
import org.whosonline.web.Browser.Request;

/** The site maps of an application without a container, on one store whose clock and whose traffic the test sees. */
final class Sites {

    /** What the store was asked to do, but for the questions that cost nothing. */
    final AtomicInteger traffic = new AtomicInteger();

    final AtomicInteger identified = new AtomicInteger();
    final Deque<Runnable> held = new ArrayDeque<>();
    final Map<String, UsersOnline> maps = new LinkedHashMap<>();
    long now = 1000;
    boolean broken;

    private final Store store = store();
    private final StoreClock clock =
            new StoreClock(store, () -> Instant.ofEpochSecond(now), () -> TimeUnit.SECONDS.toNanos(now));
    private final Map<String, Object> attributes = new LinkedHashMap<>();
    final Recording recording;
    private final Recorder recorder;

    /** @param paths the names of the maps and the paths that each records */
    Sites(Map<String, List<String>> paths) {
        this(paths, (request, user) -> false);
    }

    /** @param visibility tells who hides */
    Sites(Map<String, List<String>> paths, Visibility visibility) {
        attributes.put(Visibility.ATTRIBUTE, visibility);
        attributes.put(UserResolver.ATTRIBUTE, (UserResolver) request -> {
            identified.incrementAndGet();
            return request.getRemoteUser();
        });
        List<RecordedMap> recorded = new ArrayList<>();
        paths.forEach((name, patterns) -> {
            maps.put(name, users(name));
            recorded.add(new RecordedMap(name, maps.get(name), patterns));
        });
        recording = new Recording(
                Browser.context(attributes),
                recorded,
                new RecordingOptions("", "", Set.of(), "/whosonline", List.of("/ping")),
                () -> 0,
                held::add);
        attributes.put(Recording.ATTRIBUTE, recording);
        recorder = recording.recorder();
        pass(0);
    }

    private Store store() {
        Store heap = new HeapStore(() -> Instant.ofEpochSecond(now));
        Set<String> free = Set.of("available", "epoch");
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (self, method, arguments) -> {
                    if (!free.contains(method.getName())) {
                        traffic.incrementAndGet();
                    }
                    if (broken && method.getName().equals("append")) {
                        throw new IllegalStateException("test");
                    }
                    return method.invoke(heap, arguments);
                });
    }

    private UsersOnline users(String name) {
        String prefix = name.isEmpty() ? "" : name + "/";
        var options = new UsersOnline.Options(
                prefix + "usersOnline",
                prefix + "numUsersOnline",
                Duration.ofMinutes(5),
                Duration.ofMinutes(2),
                Duration.ofMinutes(1),
                1,
                Duration.ofMillis(250));
        return new UsersOnline(store, clock, options, Runnable::run, new Random(1));
    }

    /** Lets seconds pass, in each of which the maps are tended. */
    void pass(int seconds) {
        for (int i = 0; i <= seconds; i++) {
            now += i == 0 ? 0 : 1;
            maps.values().forEach(UsersOnline::tend);
        }
    }

    void view(Request request) throws Exception {
        view(request, () -> {});
    }

    void view(Request request, Runnable page) throws Exception {
        OnlineFilter.pass(recorder, request.api, Browser.response(), (in, out) -> page.run());
    }

    /** The ids of those online. */
    List<String> online(String map) {
        return maps.get(map).snapshot().users().stream().map(OnlineUser::id).toList();
    }
}
