package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Answers that come later. */
class LaterAnswerTest {

    private final List<String> happened = new ArrayList<>();
    private final Deque<Runnable> started = new ArrayDeque<>();
    private AsyncListener listener;
    private boolean ended;

    private HttpServletRequest request(boolean async) {
        return Browser.proxy(HttpServletRequest.class, (self, method, arguments) -> switch (method.getName()) {
            case "isAsyncSupported" -> async;
            case "startAsync" -> context();
            default -> throw new AssertionError(method);
        });
    }

    private AsyncContext context() {
        return Browser.proxy(AsyncContext.class, (self, method, arguments) -> {
            switch (method.getName()) {
                case "setTimeout" -> happened.add("timeout " + arguments[0]);
                case "addListener" -> listener = (AsyncListener) arguments[0];
                case "start" -> {
                    if (ended) {
                        throw new IllegalStateException("test");
                    }
                    started.add((Runnable) arguments[0]);
                }
                case "complete" -> happened.add("complete");
                default -> throw new AssertionError(method);
            }
            return null;
        });
    }

    private LaterAnswer answer(boolean async, Duration longest) {
        return new LaterAnswer(request(async), Browser.response(), longest, says("late"));
    }

    private LaterAnswer.Content says(String what) {
        return (request, response) -> happened.add(what);
    }

    @Test
    void theFirstAnswerCountsAndIsWrittenByTheContainer() throws Exception {
        LaterAnswer answer = answer(true, Duration.ofSeconds(7));
        answer.whenDone(() -> happened.add("done"));
        answer.await();
        answer.send(says("first"));
        answer.send(says("second"));
        assertTrue(answer.isDone());
        assertEquals(List.of("timeout 7000", "done"), happened);
        started.remove().run();
        listener.onComplete(null);
        assertEquals(List.of("timeout 7000", "done", "first", "complete"), happened);
        assertTrue(started.isEmpty());
    }

    @Test
    void withoutAnAnswerInTimeTheOtherIsGiven() throws Exception {
        LaterAnswer answer = answer(true, Duration.ofSeconds(7));
        listener.onTimeout(null);
        answer.send(says("too late"));
        answer.whenDone(() -> happened.add("done"));
        assertEquals(List.of("timeout 7000", "late", "complete", "done"), happened);
    }

    @Test
    void whoHasGoneOrIsCutOffIsAnsweredAsIfNothingHadCome() throws Exception {
        LaterAnswer answer = answer(true, Duration.ofSeconds(7));
        answer.whenDone(() -> happened.add("done"));
        listener.onError(null);
        answer.send(says("too late"));
        assertEquals(List.of("timeout 7000", "done", "late", "complete"), happened);
    }

    @Test
    void whenTheContainerEndsTheRequestDoesToo() {
        LaterAnswer answer = answer(true, Duration.ofSeconds(7));
        ended = true;
        answer.send(says("nobody hears"));
        assertEquals(List.of("timeout 7000", "complete"), happened);
    }

    @Test
    void whereAsynchronousRequestsAreNotSupportedTheRequestWaits() throws Exception {
        LaterAnswer answer = answer(false, Duration.ofSeconds(20));
        CompletableFuture<Void> later = CompletableFuture.runAsync(() -> answer.send(says("answer")));
        answer.await();
        later.join();
        assertEquals(List.of("answer"), happened);
        answer(false, Duration.ofMillis(20)).await();
        assertEquals(List.of("answer", "late"), happened);
    }
}
