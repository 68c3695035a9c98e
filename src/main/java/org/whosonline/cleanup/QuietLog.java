package org.whosonline.cleanup;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what Quartz has to say and passes it on, but for its INFO lines, ten at each start and stop of an application,
 * which become DEBUG lines. Warnings and errors stay what they are.
 *
 * <p>No configuration of the host is touched: the classes of Quartz that we instantiate are subclasses whose
 * {@code getLog()} answers this. Thread-safe.
 */
final class QuietLog {

    static final Logger INSTANCE = of(LoggerFactory.getLogger("org.whosonline.quartz"));

    private QuietLog() {}

    /** A proxy, so as to be a Logger of whatever version of slf4j the host application has. */
    static Logger of(Logger target) {
        return (Logger) Proxy.newProxyInstance(
                QuietLog.class.getClassLoader(), new Class<?>[] {Logger.class}, (self, method, arguments) -> {
                    try {
                        return quieter(method).invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Method quieter(Method method) throws NoSuchMethodException {
        String name = method.getName().replace("Info", "Debug").replace("info", "debug");
        return Logger.class.getMethod(name, method.getParameterTypes());
    }
}
