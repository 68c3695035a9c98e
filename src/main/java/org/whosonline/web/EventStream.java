package org.whosonline.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to one response for as long as both sides like, and never waits.
 *
 * <p>What is offered is kept until the reader takes it: of each topic the newest event only, so a slow reader costs one
 * event per topic and, once it reads on, gets what is true then.
 *
 * <p>Any thread may call anything here. The response is touched by one thread at a time, which has the {@linkplain Turns
 * turn}; only the container's thread that ends the response waits for it, and never gives it back.
 */
final class EventStream implements WriteListener, AsyncListener {

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    private final AsyncContext context;
    private final ServletOutputStream out;
    private final Consumer<EventStream> closed;
    private final Outbox outbox = new Outbox();
    private final Turns turns = new Turns(this::work);

    /** Whether the container has yet to say that it takes more. */
    private volatile boolean blocked = true;

    /** Whether something was written that may still be in the container's buffer. Of whoever has the turn. */
    private boolean unflushed;

    private volatile boolean completeDue;
    private final AtomicBoolean broken = new AtomicBoolean();
    private final AtomicBoolean completed = new AtomicBoolean();
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private EventStream(AsyncContext context, Consumer<EventStream> closed) throws IOException {
        this.context = context;
        this.out = context.getResponse().getOutputStream();
        this.closed = closed;
    }

    /**
     * One that writes nothing until it is {@link #start started}. To be made on the thread of the request.
     *
     * @param context of a response that is not committed; without a timeout
     * @param closed told at most once, by any thread, when it turns out that the other side has closed
     */
    static EventStream on(AsyncContext context, Consumer<EventStream> closed) throws IOException {
        EventStream stream = new EventStream(context, closed);
        context.addListener(stream);
        return stream;
    }

    /** Has the container call as soon as it takes something. Once only; headers must be set. */
    void start() {
        try {
            out.setWriteListener(this);
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    /** Leaves {@code event} to be written by the next {@link #pump}, instead of an earlier one of that topic. Quick. */
    void offer(String topic, byte[] event) {
        outbox.offer(topic, event);
    }

    /** Writes a comment. That the reader has gone is found out by the second one at the latest. */
    void comment() {
        outbox.comment();
        pump();
    }

    /**
     * Ends the response, with nothing more than {@code event}: what was offered and has not been written is dropped.
     * Idempotent: the first call counts.
     *
     * @param event null for none
     */
    void end(byte[] event) {
        outbox.end(event);
        pump();
    }

    /** Writes what there is, as far as the container takes it. */
    void pump() {
        // Scenario: the container says that it takes more just while another thread is still leaving "write" because
        // it did not. Were the container's word lost, nothing would ever be written again.
        turns.take();
    }

    private void work() {
        if (completeDue) {
            completeNow();
            return;
        }
        try {
            write();
        } catch (IOException | RuntimeException e) {
            // Containers also throw an IllegalStateException for a connection that breaks at that very moment.
            fail(e);
        }
    }

    private void write() throws IOException {
        while (!broken.get() && !completed.get() && !blocked) {
            // Before the question: the container may call onWritePossible before its "no" has come back to here.
            blocked = true;
            if (!out.isReady()) {
                return;
            }
            blocked = false;
            byte[] next = outbox.next();
            if (next != null) {
                unflushed = true;
                out.write(next);
            } else if (unflushed) {
                // Not in one go with the write: between two calls the container has to be asked.
                unflushed = false;
                out.flush();
            } else {
                if (outbox.isEnding()) {
                    completeNow();
                }
                return;
            }
        }
    }

    private void fail(Throwable cause) {
        outbox.end(null);
        if (broken.compareAndSet(false, true)) {
            LOG.debug("A stream was closed by the other side", cause);
            closed.accept(this);
        }
    }

    /**
     * Gives the response back to the container, written or not. Idempotent.
     *
     * <p>After a failure on a thread that is not the container's, Tomcat calls {@link #onError} by itself; Jetty leaves it
     * to us. So whoever looks after the streams calls this some time after the failure.
     */
    void complete() {
        completeDue = true;
        pump();
    }

    private void completeNow() {
        if (!completed.compareAndSet(false, true)) {
            return;
        }
        try {
            context.complete();
        } catch (RuntimeException e) {
            // Scenario: the connection breaks, and the container completes the response while we are about to.
            LOG.debug("A stream had been completed already", e);
        }
    }

    /** Whether the other side has closed. */
    boolean isBroken() {
        return broken.get();
    }

    /** Completed once the container, too, has finished with it. */
    CompletableFuture<Void> done() {
        return done;
    }

    @Override
    public void onWritePossible() {
        blocked = false;
        pump();
    }

    /** Of both listeners: the connection does not take what was written. */
    @Override
    public void onError(Throwable cause) {
        fail(cause);
        // Scenario, on Tomcat: a write on our thread fails; before it has returned, a thread of the container is told,
        // ends the response and gives it to the next connection. What our thread still does to it on its way out, such
        // as noting the failure, would befall that one: several in a hundred streams were cut, opened while others
        // broke.
        turns.seize();
        completeNow();
    }

    @Override
    public void onError(AsyncEvent event) {
        onError(event.getThrowable());
    }

    /** There is no timeout, unless the container sets one of its own against the rules. */
    @Override
    public void onTimeout(AsyncEvent event) {
        complete();
    }

    /** The container has finished with the response, by itself or because it was asked to. */
    @Override
    public void onComplete(AsyncEvent event) {
        turns.seize();
        if (completed.compareAndSet(false, true)) {
            fail(null);
        }
        done.complete(null);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // Nobody dispatches this response.
    }
}
