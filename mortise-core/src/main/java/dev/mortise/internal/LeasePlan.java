package dev.mortise.internal;

import dev.mortise.Lease;
import java.time.Duration;

/**
 * A lease as one acquisition will use it.
 *
 * @param millis its length
 * @param renewed whether it is kept alive
 */
record LeasePlan(long millis, boolean renewed) {

    static LeasePlan of(Lease lease, Duration watchdogLease) {
        Duration length = lease.length();
        return new LeasePlan((length == null ? watchdogLease : length).toMillis(), lease.isRenewed());
    }
}
