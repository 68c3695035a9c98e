package org.whosonline.config;

import java.io.IOException;
import java.util.Map;

/**
 * Where options are looked for. Names that do not begin with {@value #NAMESPACE} ({@value #ENVIRONMENT_NAMESPACE} in the
 * environment) belong to others and are passed over, except in the two files, which are WhosOnline's own: there the
 * {@value #NAMESPACE} may be left away.
 *
 * @param own what the application has read itself, by rules of its own that know system properties and environment too;
 *     strongest
 * @param system the system properties, next in strength
 * @param environment the environment variables
 * @param context the servlet context parameters
 * @param files reads the file that {@code whosonline.config} names, next in strength
 * @param classPath {@code whosonline.properties} of the class path, weakest; empty if there is none
 */
public record Sources(
        Map<String, String> own,
        Map<String, String> system,
        Map<String, String> environment,
        Map<String, String> context,
        FileReader files,
        Map<String, String> classPath) {

    /** How the names of options begin where they live among others. */
    public static final String NAMESPACE = "whosonline.";

    /** The same among environment variables. */
    public static final String ENVIRONMENT_NAMESPACE = "WHOSONLINE_";

    public Sources {
        own = Map.copyOf(own);
        system = Map.copyOf(system);
        environment = Map.copyOf(environment);
        context = Map.copyOf(context);
        classPath = Map.copyOf(classPath);
    }

    /** Of an application that reads nothing itself. */
    public Sources(
            Map<String, String> system,
            Map<String, String> environment,
            Map<String, String> context,
            FileReader files,
            Map<String, String> classPath) {
        this(Map.of(), system, environment, context, files, classPath);
    }

    /** Reads a properties file. */
    @FunctionalInterface
    public interface FileReader {

        /** The entries of the file at {@code path}; fails if there is no such file, or if it is no properties file. */
        Map<String, String> read(String path) throws IOException;
    }
}
