package org.whosonline.jmx;

import java.util.ArrayDeque;
import java.util.Deque;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.UsersOnline;

/**
 * The site maps of one application as MBeans, from their registration to {@link #close}:
 *
 * <pre>org.whosonline:type=SiteMap,application="/shop",instance=main</pre>
 *
 * <p>The application is its context path, quoted. Where the name is taken, by the same path on another host of the
 * server, {@code number=2} and so on is added. Whatever goes wrong is logged, and nothing else depends on it. To be used
 * by one thread at a time.
 */
public final class SiteMapBeans implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SiteMapBeans.class);

    /** As many as there may be on one server; far beyond, something must be wrong. */
    private static final int MOST_ALIKE = 1_000;

    private final MBeanServer server;
    private final String application;
    private final Deque<ObjectName> names = new ArrayDeque<>();

    /** @param application the context path, empty for the root */
    public SiteMapBeans(MBeanServer server, String application) {
        this.server = server;
        this.application = application;
    }

    /**
     * Registers a map.
     *
     * @param instance the name of the map, of letters, digits and hyphens
     */
    public void register(String instance, UsersOnline users) {
        String name =
                "org.whosonline:type=SiteMap,application=" + ObjectName.quote(application) + ",instance=" + instance;
        try {
            for (int number = 1; number <= MOST_ALIKE; number++) {
                if (register(new ObjectName(number == 1 ? name : name + ",number=" + number), users)) {
                    return;
                }
            }
            LOG.warn("No figures over JMX: {} is taken too often.", name);
        } catch (JMException | RuntimeException e) {
            LOG.warn("No figures over JMX for {}; nothing else depends on them.", name, e);
        }
    }

    /** Whether the name was free. */
    private boolean register(ObjectName name, UsersOnline users) throws JMException {
        try {
            server.registerMBean(new SiteMapBean(users), name);
            names.push(name);
            return true;
        } catch (InstanceAlreadyExistsException e) {
            return false;
        }
    }

    /** Takes away what was registered here, and nothing else. Idempotent. */
    @Override
    public void close() {
        while (!names.isEmpty()) {
            ObjectName name = names.pop();
            try {
                server.unregisterMBean(name);
            } catch (JMException | RuntimeException e) {
                LOG.warn("{} could not be taken out of JMX.", name, e);
            }
        }
    }
}
