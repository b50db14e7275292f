package dev.mortise;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a lock or a mutex on this node; each names it and the owner. The token is 0 where it is a
 * mutex, which has none.
 */
public sealed interface LockEvent {

    /** The lock's name. */
    String lockName();

    /** {@code thread 17 (name)} or {@code object 3}. */
    String owner();

    /** An owner got the lock, not by re-entry. */
    record Acquired(String lockName, String owner, long token, Duration waited) implements LockEvent {}

    /** An owner found the lock taken and waits. */
    record Waiting(String lockName, String owner) implements LockEvent {}

    /** An owner stopped waiting without the lock: out of time, interrupted, cancelled, closed, or by a failure. */
    record GaveUp(
            String lockName,
            String owner,
            Duration waited,
            @Nullable Throwable failure) implements LockEvent {}

    /** The hold was re-entered or left, and goes on. */
    record StillHeld(String lockName, String owner, long token, int count) implements LockEvent {}

    /** The hold was released, or left to its lease by {@link Mutex#runOnce}. */
    record Released(String lockName, String owner, long token, Duration held) implements LockEvent {}

    /** The watchdog renewed the hold. */
    record Renewed(String lockName, String owner, long token) implements LockEvent {}

    /** The watchdog could not renew the hold this time and tries again inside the lease. */
    record RenewalFailed(String lockName, String owner, long token, String why) implements LockEvent {}

    /** The hold was lost. */
    record Lost(String lockName, String owner, long token, LossCause cause) implements LockEvent {}

    /** The thread ended without unlocking; its hold is renewed no more. The stack is the one that took it, if traced. */
    record ThreadDied(
            String lockName,
            String owner,
            long token,
            @Nullable Throwable takenAt) implements LockEvent {}

    /**
     * The hold has lasted longer than the threshold. The stack is the one that took it, if traced, else what the thread
     * does now.
     */
    record HeldLong(
            String lockName,
            String owner,
            long token,
            Duration held,
            @Nullable Throwable stack) implements LockEvent {}
}
