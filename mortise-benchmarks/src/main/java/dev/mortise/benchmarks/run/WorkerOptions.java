package dev.mortise.benchmarks.run;

import java.util.List;

/** How workers are started. */
public final class WorkerOptions {

    /** The options of every worker's JVM, whatever it measures. */
    public static final List<String> JVM = List.of("-Xms128m", "-Xmx512m", "-XX:+UseG1GC");

    private WorkerOptions() {}
}
