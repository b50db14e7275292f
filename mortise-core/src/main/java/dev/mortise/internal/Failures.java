package dev.mortise.internal;

import dev.mortise.Circumstance;
import dev.mortise.ForeignKeyException;
import dev.mortise.MortiseClosedException;
import dev.mortise.MortiseException;
import dev.mortise.NotAcknowledgedException;
import dev.mortise.StoreRefusedException;
import dev.mortise.StoreUnavailableException;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Trouble;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns troubles of the store into exceptions that name the lock, the owner, the time and the next step. */
final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger("dev.mortise");

    private final Engine engine;

    Failures(Engine engine) {
        this.engine = engine;
    }

    MortiseException of(@Nullable Trouble trouble, Duration elapsed, LockId lock, Owner owner) {
        if (trouble == null) {
            return noAnswer(null, elapsed, lock, owner);
        }
        return exception(trouble, trouble.what() + "; " + trouble.advice(), engine.circumstance(lock, owner, elapsed));
    }

    /** The wait was over while a request was under way. */
    MortiseException noAnswer(@Nullable Trouble before, Duration elapsed, LockId lock, Owner owner) {
        String why = before == null ? "" : " (before that: " + before.what() + ")";
        return new StoreUnavailableException(
                engine.store.describe()
                        + " did not answer within the wait, so it is unknown whether the lock was free; "
                        + "if it was granted it is given back." + why + " Check the server's latency, or wait longer",
                engine.circumstance(lock, owner, elapsed),
                before == null ? null : before.cause());
    }

    MortiseException unlockOf(Trouble trouble, LockId lock, Owner owner, Duration elapsed, long deadline) {
        long left = Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - engine.time.nanos()));
        return exception(
                trouble,
                "the lock was left but the store could not be told: " + trouble.what() + "; it is tried again until "
                        + "the lease ends it, in about " + left + " ms; " + trouble.advice(),
                engine.circumstance(lock, owner, elapsed));
    }

    MortiseException closed(LockId lock, Owner owner, Duration elapsed) {
        return new MortiseClosedException(
                "this Mortise was closed; build a new one, or end the work that uses it before closing",
                engine.circumstance(lock, owner, elapsed),
                null);
    }

    /** About a question that belongs to no acquisition. */
    MortiseException of(Trouble trouble, LockId lock) {
        return exception(
                trouble,
                trouble.what() + "; " + trouble.advice(),
                new Circumstance(lock.name(), "node id: " + engine.nodeId(), Duration.ZERO));
    }

    void warnForeign(LockId lock, Trouble trouble) {
        LocalLock local = engine.locks.find(lock);
        if (local != null && !local.foreignTold) {
            local.foreignTold = true;
            LOG.warn("{}: {}; {}", lock, trouble.what(), trouble.advice());
        }
    }

    static Trouble noAnswer(String store) {
        return new Trouble(
                Trouble.Kind.UNAVAILABLE,
                "TIMEOUT",
                store + " did not answer in time",
                "check the server and the network",
                true,
                null);
    }

    static Trouble tooSlow(long leaseMillis) {
        return new Trouble(
                Trouble.Kind.UNAVAILABLE,
                "SLOW",
                "the lock was granted, but the answer came after its lease of " + leaseMillis + " ms was over",
                "take a longer lease, or look for what delays the server or this process",
                false,
                null);
    }

    static MortiseException exception(Trouble trouble, String message, Circumstance circumstance) {
        return switch (trouble.kind()) {
            case UNAVAILABLE -> new StoreUnavailableException(message, circumstance, trouble.cause());
            case REFUSED -> new StoreRefusedException(trouble.code(), message, circumstance, trouble.cause());
            case UNACKNOWLEDGED -> new NotAcknowledgedException(message, circumstance, trouble.cause());
            case FOREIGN -> new ForeignKeyException(message, circumstance, trouble.cause());
        };
    }
}
