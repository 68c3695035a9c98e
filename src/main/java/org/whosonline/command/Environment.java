package org.whosonline.command;

import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a command knows of the process it runs in.
 *
 * @param system the system properties
 * @param variables the environment variables
 * @param classPath reads {@code whosonline.properties} of the class path; throws
 *     {@link org.whosonline.config.ConfigurationException} if it cannot be read
 * @param wall this machine's clock
 * @param nanos a monotonic clock in nanoseconds
 * @param out for results
 * @param err for what is wrong
 */
record Environment(
        Map<String, String> system,
        Map<String, String> variables,
        Supplier<Map<String, String>> classPath,
        InstantSource wall,
        LongSupplier nanos,
        PrintWriter out,
        PrintWriter err) {}
