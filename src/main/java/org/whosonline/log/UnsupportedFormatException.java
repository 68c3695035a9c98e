package org.whosonline.log;

/** The store holds a log of another format version, written by another release; it is left as it is. */
public final class UnsupportedFormatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnsupportedFormatException(String key, int version) {
        super("The value of " + key + " has format version " + version + ", this release reads version "
                + Header.VERSION + ": nothing was changed");
    }
}
