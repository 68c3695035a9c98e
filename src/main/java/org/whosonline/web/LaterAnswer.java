package org.whosonline.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answer to one request that comes later than the servlet returns: once, from any thread, written by a thread of the
 * container, so that a slow receiver keeps nobody else waiting.
 *
 * <p>Where a filter of the application does not let asynchronous requests pass, the request's thread has to wait for it.
 *
 * <p>Thread-safe.
 */
final class LaterAnswer {

    private static final Logger LOG = LoggerFactory.getLogger(LaterAnswer.class);

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final Duration longest;
    private final Content late;
    private final AsyncContext async;
    private final AtomicReference<Content> sent = new AtomicReference<>();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile Runnable whenDone = () -> {};

    /** What is answered. */
    interface Content {
        void writeTo(HttpServletRequest request, HttpServletResponse response) throws IOException;
    }

    /**
     * Begins; the servlet has to call {@link #await} at last.
     *
     * @param longest after how long {@code late} is the answer
     */
    LaterAnswer(HttpServletRequest request, HttpServletResponse response, Duration longest, Content late) {
        this.request = request;
        this.response = response;
        this.longest = longest;
        this.late = late;
        this.async = request.isAsyncSupported() ? request.startAsync(request, response) : null;
        if (async != null) {
            async.setTimeout(longest.toMillis());
            async.addListener(new Ends());
        }
    }

    /** Whether there is one already, or there is nobody any more who would get it. */
    boolean isDone() {
        return sent.get() != null;
    }

    /** Has {@code action}, which must not throw, run when the answer is known, or nobody wants it any more. */
    void whenDone(Runnable action) {
        whenDone = action;
        if (isDone()) {
            action.run();
        }
    }

    /** Answers, unless that was done before. Does not wait. */
    void send(Content content) {
        if (!take(content)) {
            return;
        }
        if (async == null) {
            done.countDown();
            return;
        }
        try {
            async.start(() -> write(content));
        } catch (RuntimeException e) {
            // The container ends, and has no thread any more.
            LOG.debug("An answer came too late", e);
            complete();
        }
    }

    private boolean take(Content content) {
        if (!sent.compareAndSet(null, content)) {
            return false;
        }
        whenDone.run();
        return true;
    }

    /** The last thing to do in the servlet: waits for the answer, but only if there is no other way. */
    void await() throws IOException {
        if (async != null) {
            return;
        }
        try {
            if (!done.await(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                take(late);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            take(late);
        }
        sent.get().writeTo(request, response);
    }

    private void write(Content content) {
        try {
            content.writeTo(request, response);
        } catch (IOException e) {
            LOG.debug("The receiver of an answer has gone", e);
        } catch (RuntimeException e) {
            LOG.warn("An answer could not be written.", e);
            fail();
        } finally {
            complete();
        }
    }

    private void fail() {
        if (!response.isCommitted()) {
            response.reset();
            response.setStatus(500);
        }
    }

    private void complete() {
        try {
            async.complete();
        } catch (IllegalStateException e) {
            LOG.debug("The container was faster to end a request", e);
        }
    }

    private final class Ends implements AsyncListener {

        @Override
        public void onTimeout(AsyncEvent event) {
            if (take(late)) {
                write(late);
            }
        }

        /** The receiver has gone; or, as on Jetty, the container stops, and the receiver still takes an answer. */
        @Override
        public void onError(AsyncEvent event) {
            if (take(late)) {
                write(late);
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {
            take(late);
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // Not begun twice.
        }
    }
}
