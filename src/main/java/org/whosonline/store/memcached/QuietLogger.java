package org.whosonline.store.memcached;

import net.spy.memcached.compat.log.AbstractLogger;
import net.spy.memcached.compat.log.Level;
import net.spy.memcached.compat.log.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what spymemcached has to say and passes it on to slf4j at DEBUG, whatever level it was meant for.
 *
 * <p>Left alone, spymemcached prints several lines to standard error for each lost connection. Its stated remedy, the
 * system property {@code net.spy.log.LoggerImpl}, would change every application in the JVM that uses it. So each of
 * its classes that we instantiate is a subclass whose {@code getLogger()} answers this object, and spymemcached's own
 * logger factory is never touched. The one warning for a server that goes down, and the one line when it is back, come
 * from {@link Server}.
 *
 * <p>Thread-safe.
 */
final class QuietLogger extends AbstractLogger {

    static final Logger INSTANCE = new QuietLogger();

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger("org.whosonline.spymemcached");

    private QuietLogger() {
        super("org.whosonline.spymemcached");
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return LOG.isDebugEnabled();
    }

    @Override
    public boolean isInfoEnabled() {
        return LOG.isDebugEnabled();
    }

    @Override
    public void log(Level level, Object message, Throwable e) {
        LOG.debug("{}", message, e);
    }
}
