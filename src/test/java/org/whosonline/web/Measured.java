package org.whosonline.web;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.List;

/** Measures, and prints what was measured, a figure a line. */
final class Measured {

    private final PrintStream out;

    Measured(PrintStream out) {
        this.out = out;
        out.printf("%-68s %9s  %9s  %9s%n", "", "least", "median", "most");
    }

    void print(String figure, String unit, List<Double> values) {
        out.printf(
                "%-68s %9.1f  %9.1f  %9.1f %s%n",
                figure, quantile(values, 0), quantile(values, 0.5), quantile(values, 1), unit);
    }

    /** @param part from 0, the least, to 1, the most */
    static double quantile(List<Double> values, double part) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(Math.max(0, (int) Math.ceil(part * sorted.size()) - 1));
    }

    static double millisSince(long begun) {
        return (System.nanoTime() - begun) / 1e6;
    }

    /** Of this whole process, the collector of garbage included, in milliseconds. */
    static double processorMillis() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() / 1e6;
    }

    static double heapMegabytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
    }
}
