package dev.mortise.benchmarks.worker;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The processor time that this process has used, collector and compiler included. */
final class Cpu {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private Cpu() {}

    static long nanos() {
        return SYSTEM.getProcessCpuTime();
    }
}
