package org.whosonline.app;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.Map;
import java.util.Optional;

/**
 * WhosOnline in an application that a framework puts together by Java, because its container does not look for
 * initializers, or not yet: first {@link #start}, then {@link #register} while filters may still be added.
 *
 * <p>Where the container has registered WhosOnline before, that one is taken, and nothing is registered a second time; where
 * it looks for initializers afterwards, {@link Initializer} finds this one.
 */
public final class Embedded implements AutoCloseable {

    private final ServletContext context;
    private final Bootstrap bootstrap;
    private final WhosOnline whosOnline;
    private boolean registered;

    private Embedded(ServletContext context, Bootstrap bootstrap, boolean registered) {
        this.context = context;
        this.bootstrap = bootstrap;
        this.registered = registered;
        this.whosOnline = new WhosOnline(bootstrap);
    }

    /**
     * Starts, so that it can be asked who is online. Nobody is recorded yet.
     *
     * @param options what the application has read itself, such as {@code whosonline.window}; stronger than all other
     *     sources
     * @throws ServletException if options are set wrongly, or come too late to be obeyed
     */
    public static Embedded start(ServletContext context, Map<String, String> options) throws ServletException {
        Optional<Bootstrap> earlier = Registration.find(context);
        if (earlier.isPresent() && !options.isEmpty()) {
            throw new ServletException(
                    "WhosOnline cannot start: the container has registered it before the application could"
                            + " tell its options " + options.keySet()
                            + ". Let web.xml be neither metadata-complete nor have an"
                            + " absolute-ordering, or set them in the file whosonline.properties on the class path.");
        }
        Bootstrap bootstrap = earlier.isPresent() ? earlier.get() : Registration.read(context, options);
        bootstrap.start(context);
        Embedded embedded = new Embedded(context, bootstrap, earlier.isPresent());
        context.setAttribute(WhosOnline.ATTRIBUTE, embedded.whosOnline);
        return embedded;
    }

    /**
     * Registers filter, listeners and addresses, once. Where the filter shall come last, this has to.
     *
     * @throws ServletException if the base path is taken
     */
    public void register() throws ServletException {
        if (!registered) {
            registered = true;
            Registration.install(context, bootstrap);
            context.addListener(new Lifecycle(bootstrap));
        }
    }

    /** The way in from Java; runs from now on until the end. */
    public WhosOnline whosOnline() {
        return whosOnline;
    }

    /** Ends everything; does nothing if the container was faster. */
    @Override
    public void close() {
        bootstrap.close();
        context.removeAttribute(WhosOnline.ATTRIBUTE);
    }
}
