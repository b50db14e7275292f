package dev.mortise.benchmarks.stress;

import java.time.Duration;

/** What the stress holds Mortise to. */
final class Bounds {

    /** The watchdog's, so what a killed holder may cost. */
    static final Duration LEASE = Duration.ofSeconds(2);

    /** From the call that wants a lock to the end of the release. */
    static final Duration VISIT = LEASE.plusSeconds(5);

    /** A visit, or a wait of a closed node, that takes so long is stuck, however busy the machine is. */
    static final Duration STUCK = Duration.ofSeconds(30);

    /**
     * How long nobody may be inside while somebody waits and no process was killed. A grant that nobody takes and nobody passes
     * on lasts a second, the provisional lease, or longer.
     */
    static final Duration IDLE = Duration.ofMillis(900);

    /** A thread that was to run so much earlier shows that the machine does not let processes run. */
    static final Duration STALL = Duration.ofMillis(200);

    /** How long a stall excuses what took long. */
    static final Duration STALL_FELT = Duration.ofSeconds(3);

    /** How long a killed process excuses a lock that was left to nobody. */
    static final Duration KILL_FELT = LEASE.plusMillis(1500);

    private Bounds() {}
}
