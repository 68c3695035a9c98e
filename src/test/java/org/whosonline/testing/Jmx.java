package org.whosonline.testing;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Set;
import javax.management.Attribute;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A JMX console at a server on this machine; it has none of the server's classes. */
public final class Jmx implements AutoCloseable {

    private final JMXConnector connector;
    private final MBeanServerConnection beans;

    public Jmx(Server server) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(server.pid()));
        try {
            connector = JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
        } finally {
            machine.detach();
        }
        beans = connector.getMBeanServerConnection();
    }

    private static ObjectName name(String application, String instance) throws Exception {
        return new ObjectName(
                "org.whosonline:type=SiteMap,application=" + ObjectName.quote(application) + ",instance=" + instance);
    }

    public Object get(String application, String instance, String attribute) throws Exception {
        return beans.getAttribute(name(application, instance), attribute);
    }

    public void set(String application, String instance, String attribute, Object value) throws Exception {
        beans.setAttribute(name(application, instance), new Attribute(attribute, value));
    }

    public Object invoke(String application, String instance, String operation) throws Exception {
        return beans.invoke(name(application, instance), operation, new Object[0], new String[0]);
    }

    /** The names of everything that is ours. */
    public Set<ObjectName> names() throws Exception {
        return beans.queryNames(new ObjectName("org.whosonline*:*"), null);
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
