package org.whosonline.command;

/** The command line asks for what cannot be; the message is a sentence that says so. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UsageException(String sentence) {
        super(sentence);
    }
}
