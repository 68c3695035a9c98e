package org.whosonline.web;

/** A parameter that cannot be used; the message is a sentence for the sender and names the parameter. */
final class BadParameterException extends Exception {

    private static final long serialVersionUID = 1L;

    BadParameterException(String sentence) {
        super(sentence, null, false, false);
    }
}
