package org.whosonline.store.memcached;

import java.util.function.Function;

/** A command that is answered with one line. */
final class LineCommand<T> extends Command<T> {

    private final Function<String, T> outcome;

    /**
     * @param outcome what a line means, or null for a line that is no answer to this command; error lines are asked
     *     about first, and mean a failure if it does not know them
     */
    LineCommand(byte[] request, boolean carriesData, Function<String, T> outcome) {
        super(request, carriesData);
        this.outcome = outcome;
    }

    @Override
    void line(String text) throws MalformedReplyException {
        T result = outcome.apply(text);
        if (result == null) {
            throw malformed(quote(text));
        }
        finish(result);
    }

    @Override
    void error(String text) {
        T result = outcome.apply(text);
        if (result == null) {
            refuse(text);
        } else {
            finish(result);
        }
    }
}
