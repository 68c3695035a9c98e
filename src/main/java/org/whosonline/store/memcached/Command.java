package org.whosonline.store.memcached;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import net.spy.memcached.compat.log.Logger;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationState;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.protocol.BaseOperationImpl;
import org.whosonline.store.StoreException;

/**
 * One command of Memcached's text protocol and the future of its answer.
 *
 * <p>Takes the place of spymemcached's own operations, for two reasons. To those every {@code SERVER_ERROR}, such as a
 * full memory, is a reason to drop the connection with all that is under way on it; here it is the answer to one
 * command. And those check what they read by {@code assert}: an unexpected line kills the IO thread where assertions
 * are on, and waits for more in silence where they are off; here it is a {@link MalformedReplyException}.
 *
 * <p>The answer is completed at most once, by whoever comes first: the IO thread with the reply, the watcher at the
 * deadline, the link at its end. A reply that comes later is read, to stay in step, and dropped.
 *
 * @param <T> what is answered
 */
abstract class Command<T> extends BaseOperationImpl implements OperationCallback {

    /** Longer than any line Memcached writes. */
    private static final int MAX_LINE = 8_192;

    /** More than any item that a server is told to take; what claims to be larger is garbage, not a value. */
    private static final int MAX_BLOCK = 64 << 20;

    private static final byte[] CRLF = {'\r', '\n'};

    private final byte[] request;
    private final boolean carriesData;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(32);
    private byte[] block;
    private int filled;
    private Link link;
    private long submitted;

    /** @param carriesData whether the request is more than one line */
    Command(byte[] request, boolean carriesData) {
        this.request = request;
        this.carriesData = carriesData;
        setCallback(this);
    }

    /** Takes one line of the reply; calls {@link #finish} with the last, {@link #expectBlock} if data comes next. */
    abstract void line(String text) throws MalformedReplyException;

    /** Takes the data that was expected. */
    void block(byte[] data) throws MalformedReplyException {
        throw malformed("data");
    }

    /** Must be called before the command is queued; both are read by other threads after that. */
    final void submit(Link to, long nanos) {
        link = to;
        submitted = nanos;
    }

    /** When it was submitted, in nanoseconds of the store's monotonic clock. */
    final long submitted() {
        return submitted;
    }

    final CompletableFuture<T> answer() {
        return answer;
    }

    final boolean isDone() {
        return answer.isDone();
    }

    /** What it takes in a queue, in bytes; small ones count for the objects around them. */
    final int weight() {
        return Math.max(2_048, request.length);
    }

    /** Ends the command and, if no byte of it has been written yet, sees to it that none will be. */
    final void fail(StoreException reason) {
        if (answer.completeExceptionally(reason)) {
            // Only if we were first. Scenario: the IO thread, under this command's monitor, completes the answer, and a
            // dependent action takes long; cancel() would wait for that monitor, and with it every other deadline.
            cancel();
        }
    }

    final void finish(T result) {
        link.replied();
        transitionState(OperationState.COMPLETE);
        answer.complete(result);
    }

    /** A refusal of this command that leaves the connection in step. */
    final void refuse(String text) {
        link.replied();
        transitionState(OperationState.COMPLETE);
        answer.completeExceptionally(new StoreException(link.name() + " answered " + text));
    }

    final void expectBlock(int bytes) throws MalformedReplyException {
        if (bytes < 0 || bytes > MAX_BLOCK) {
            throw malformed("a value of " + bytes + " bytes");
        }
        block = new byte[bytes];
        filled = 0;
    }

    /** Ends the link, and with it every command under way; to be thrown, so that spymemcached reads no further. */
    final MalformedReplyException malformed(String what) {
        String message = "broke the protocol: answered " + what + " to " + this;
        link.end(message);
        return new MalformedReplyException(link.name() + " " + message);
    }

    @Override
    public final void initialize() {
        setBuffer(ByteBuffer.wrap(request));
    }

    @Override
    public final void readFromBuffer(ByteBuffer data) throws MalformedReplyException {
        while (data.hasRemaining() && getState() != OperationState.COMPLETE) {
            if (block == null) {
                readLine(data);
            } else {
                readBlock(data);
            }
        }
    }

    private void readLine(ByteBuffer data) throws MalformedReplyException {
        while (data.hasRemaining()) {
            byte b = data.get();
            line.write(b);
            if (b == '\n') {
                String text = line.toString(StandardCharsets.ISO_8859_1);
                line.reset();
                if (!text.endsWith("\r\n")) {
                    throw malformed(quote(text));
                }
                takeLine(text.substring(0, text.length() - CRLF.length));
                return;
            }
            if (line.size() > MAX_LINE) {
                throw malformed("a line without an end");
            }
        }
    }

    private void takeLine(String text) throws MalformedReplyException {
        boolean serverError = text.startsWith("SERVER_ERROR ");
        if (serverError || text.startsWith("CLIENT_ERROR ") || text.equals("ERROR")) {
            // Memcached swallows the data after a SERVER_ERROR. After the others it may take them for commands, and
            // each reply from then on would be given to the wrong command.
            if (carriesData && !serverError) {
                throw malformed(quote(text));
            }
            error(text);
        } else {
            line(text);
        }
    }

    /** Takes an error line that leaves the connection in step. */
    void error(String text) {
        refuse(text);
    }

    private void readBlock(ByteBuffer data) throws MalformedReplyException {
        int bytes = Math.min(data.remaining(), Math.max(0, block.length - filled));
        data.get(block, Math.min(filled, block.length), bytes);
        filled += bytes;
        // Behind the value, in this or a later reading, comes the end of the line.
        while (data.hasRemaining() && filled < block.length + CRLF.length) {
            if (data.get() != CRLF[filled - block.length]) {
                throw malformed("a value that does not end where it should");
            }
            filled++;
        }
        if (filled == block.length + CRLF.length) {
            byte[] value = block;
            block = null;
            block(value);
        }
    }

    /** The first word of an unexpected line, for the log; what follows may be a piece of a value, with names in it. */
    static String quote(String text) {
        int end = Math.min(text.length(), 20);
        for (int i = 0; i < end; i++) {
            if (text.charAt(i) <= ' ') {
                end = i;
            }
        }
        return "\"" + text.substring(0, end) + (end < text.length() ? " ...\"" : "\"");
    }

    /** Called by spymemcached when it gives a command up, which only happens here by {@link #fail}. */
    @Override
    public final void receivedStatus(OperationStatus status) {
        answer.completeExceptionally(new StoreException(status.getMessage()));
    }

    @Override
    public final void complete() {
        // The answer has been completed together with its result.
    }

    @Override
    public final byte[] getErrorMsg() {
        return new byte[0];
    }

    @Override
    protected final Logger getLogger() {
        return QuietLogger.INSTANCE;
    }

    /** The command's name alone: keys and values may hold the names of users. */
    @Override
    public final String toString() {
        int end = 0;
        while (request[end] > ' ') {
            end++;
        }
        return new String(request, 0, end, StandardCharsets.US_ASCII);
    }
}
