package org.whosonline.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;

/**
 * A response that takes what a test lets it take, and fails whoever breaks the rules of non-blocking writes: asks before
 * each write and flush, nothing while the answer was no.
 */
final class ScriptedOutput extends ServletOutputStream {

    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private WriteListener writes;
    private AsyncListener asynchronous;
    private boolean listening;
    private int room = Integer.MAX_VALUE;
    private boolean mayWrite;
    private boolean saidNo;
    private boolean flushed = true;
    private boolean gone;
    private boolean completeFails;
    private int completions;
    private Runnable afterNo = () -> {};
    private volatile Thread at;

    /** A context whose response this is. */
    AsyncContext context() {
        ServletResponse response = proxy(ServletResponse.class, (proxy, called, arguments) -> this);
        return proxy(AsyncContext.class, (proxy, called, arguments) -> {
            switch (called.getName()) {
                case "getResponse" -> {
                    return response;
                }
                case "getRequest" -> {
                    return null;
                }
                case "addListener" -> asynchronous = (AsyncListener) arguments[0];
                case "complete" -> complete();
                default -> throw new AssertionError("Not expected: " + called);
            }
            return null;
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(ScriptedOutput.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private void complete() {
        completions++;
        if (completeFails) {
            throw new IllegalStateException("Completed already");
        }
    }

    /** The next {@code calls} of write and flush are taken, then the answer is no. */
    synchronized void takes(int calls) {
        room = calls;
    }

    /** Takes everything again, and says so if it has said no. */
    void takesAll() throws IOException {
        boolean awaited;
        synchronized (this) {
            room = Integer.MAX_VALUE;
            awaited = saidNo;
            saidNo = false;
        }
        if (awaited) {
            writes.onWritePossible();
        }
    }

    /** What the container does first. */
    void begin() throws IOException {
        listening = true;
        writes.onWritePossible();
    }

    /** What happens while the answer "no" is on its way back. */
    void afterNo(Runnable task) {
        afterNo = task;
    }

    /** From here on writes fail. */
    void breaks() {
        gone = true;
    }

    void completionFails() {
        completeFails = true;
    }

    int completions() {
        return completions;
    }

    AsyncListener asynchronous() {
        return asynchronous;
    }

    /** What the reader has got by now. */
    String taken() {
        return taken.toString(StandardCharsets.UTF_8);
    }

    boolean isFlushed() {
        return flushed;
    }

    @Override
    public boolean isReady() {
        enter();
        try {
            synchronized (this) {
                if (!listening || saidNo) {
                    throw new AssertionError("Asked again although the container has not called");
                }
                mayWrite = room > 0;
                saidNo = !mayWrite;
            }
            if (saidNo) {
                Runnable task = afterNo;
                afterNo = () -> {};
                task.run();
            }
            return mayWrite;
        } finally {
            at = null;
        }
    }

    private void enter() {
        if (at != null && at != Thread.currentThread()) {
            throw new AssertionError("Two threads at once");
        }
        at = Thread.currentThread();
    }

    private void use() throws IOException {
        enter();
        if (!mayWrite) {
            throw new AssertionError("Written without asking");
        }
        mayWrite = false;
        if (gone) {
            at = null;
            throw new IOException("Broken pipe");
        }
        synchronized (this) {
            room--;
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        use();
        taken.write(bytes, offset, length);
        flushed = false;
        at = null;
    }

    @Override
    public void write(int b) throws IOException {
        throw new AssertionError("Byte by byte");
    }

    @Override
    public void flush() throws IOException {
        use();
        flushed = true;
        at = null;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        if (writes != null) {
            throw new IllegalStateException("There is a listener already");
        }
        writes = listener;
    }
}
