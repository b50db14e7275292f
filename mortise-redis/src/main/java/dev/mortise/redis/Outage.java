package dev.mortise.redis;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/** Tells in the log that a connection was lost and is back: once each, and at most once a minute. */
public final class Outage {

    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Logger log;
    private final String what;
    private final LongSupplier nanos;
    private final AtomicBoolean told = new AtomicBoolean();
    private final AtomicLong quietUntil;

    /**
     * @param what the connection, as in {@code the connection to redis://…}
     * @param nanos a monotonic clock
     */
    public Outage(Logger log, String what, LongSupplier nanos) {
        this.log = log;
        this.what = what;
        this.nanos = nanos;
        this.quietUntil = new AtomicLong(nanos.getAsLong());
    }

    /** It was lost, or could not be made again. */
    public void lost(Throwable cause) {
        long now = nanos.getAsLong();
        long until = quietUntil.get();
        if (now - until >= 0 && !told.get() && quietUntil.compareAndSet(until, now + QUIET_NANOS)) {
            told.set(true);
            log.warn("{} was lost, it is made again when needed: {}", what, cause.toString());
        } else {
            log.debug("{} was lost or could not be made", what, cause);
        }
    }

    /** It is there again. */
    public void over() {
        if (told.getAndSet(false)) {
            log.info("{} is back", what);
        } else {
            log.debug("{} was made", what);
        }
    }
}
