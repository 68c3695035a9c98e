package org.whosonline.store;

/** The store did not answer, or not with a result; whether the operation took effect is unknown. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoreException(String message) {
        this(message, null);
    }

    /** Carries no stack trace: it is made on the store's thread, often by the thousand, and its message says it all. */
    public StoreException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
