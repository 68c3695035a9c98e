package org.whosonline.store.memcached;

import java.io.IOException;

/** A server broke the protocol: nothing that follows on this connection can be told apart any more. */
final class MalformedReplyException extends IOException {

    private static final long serialVersionUID = 1L;

    MalformedReplyException(String message) {
        super(message);
    }
}
