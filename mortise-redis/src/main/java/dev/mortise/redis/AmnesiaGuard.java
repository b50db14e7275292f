package dev.mortise.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How long a master must be up to vote, so that it votes after all that it may have forgotten has ended. */
final class AmnesiaGuard {

    private static final Logger LOG = LoggerFactory.getLogger("dev.mortise");

    private volatile long longestMillis = Long.MAX_VALUE;
    private volatile byte[] seconds = {'0'};
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Guards leases up to this one; until then it is off. */
    void cover(Duration longestLease) {
        longestMillis = longestLease.toMillis();
        // a second more, as uptime is told in whole ones
        seconds = RedisStore.bytes(TimeUnit.MILLISECONDS.toSeconds(longestMillis + 999) + 1);
    }

    boolean isOn() {
        return longestMillis != Long.MAX_VALUE;
    }

    /** As scripts are told it: 0 when it is off. */
    byte[] seconds() {
        return seconds;
    }

    /** Warns, once, of a lease that it does not cover. */
    void mind(long leaseMillis) {
        if (leaseMillis > longestMillis && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "a lease of {} ms is longer than the {} ms that the amnesia guard covers: a master that comes back empty may "
                            + "vote twice in it. Give amnesiaGuard the longest lease in use",
                    leaseMillis,
                    longestMillis);
        }
    }
}
