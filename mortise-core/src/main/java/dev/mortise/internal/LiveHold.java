package dev.mortise.internal;

import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.LossCause;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Pushed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A hold of this node. Its state is written under its local lock's mutex and read without it. */
class LiveHold implements Hold {

    /** HELD until the last unlock or the loss; LEFT while its grant is kept for whoever of this node comes first. */
    enum State {
        HELD,
        LEFT,
        RELEASING,
        RELEASED,
        LOST
    }

    final LocalLock lock;
    final Owner owner;
    final LocalGrant grant;
    final long token;
    final long since;
    final @Nullable Throwable takenAt;

    volatile State state = State.HELD;
    volatile int count = 1;
    volatile @Nullable LossCause lossCause;

    /** When the watchdog stops to keep it, or {@link Acquisition#NEVER}. */
    final long keptUntil;

    final boolean interruptsOnLoss;

    /** The next of this node, for whom the release asks, or null; written under the local lock's mutex. */
    @Nullable
    Ask next;

    /** Who stands in the queue of a fair lock though the grant was theirs; written under the local lock's mutex. */
    List<Long> served = List.of();

    /** A grant of the same ask that came while this hold was being released; written under the local lock's mutex. */
    volatile @Nullable Pushed grantedAgain;

    /** The call that releases it, once there is one. */
    volatile @Nullable Release release;

    /** Whether its long duration was reported; written by the watchdog's tick. */
    boolean reported;

    /** Whether its owner was told of the loss by an exception; written under the local lock's mutex. */
    volatile boolean told;

    /** Guarded by the local lock's mutex. */
    private List<Consumer<? super Hold>> listeners = List.of();

    LiveHold(Handle handle, Owner owner, LocalGrant grant, long since) {
        this.lock = grant.lock;
        this.owner = owner;
        this.grant = grant;
        this.token = grant.nextToken();
        this.since = since;
        this.keptUntil = handle.maxHoldNanos() == Acquisition.NEVER ? Acquisition.NEVER : since + handle.maxHoldNanos();
        this.interruptsOnLoss = handle.interruptsOnLoss();
        this.takenAt = lock.engine.traceHolds ? new Throwable("taken by " + owner) : null;
    }

    @Override
    public String lockName() {
        return lock.id.name();
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public int count() {
        return isValid() ? count : 0;
    }

    @Override
    public boolean isValid() {
        return state == State.HELD && grant.deadline - lock.engine.time.nanos() > 0;
    }

    @Override
    public Duration remaining() {
        long left = grant.deadline - lock.engine.time.nanos();
        return state == State.HELD && left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
    }

    @Override
    public void onLost(Consumer<? super Hold> listener) {
        Objects.requireNonNull(listener, "listener");
        lock.mutex.lock();
        try {
            if (state != State.LOST) {
                List<Consumer<? super Hold>> more = new ArrayList<>(listeners);
                more.add(listener);
                listeners = more;
                return;
            }
        } finally {
            lock.mutex.unlock();
        }
        lock.engine.events.tell(this, listener);
    }

    /** Changes the count; called under the mutex. */
    int recount(int by) {
        int now = count + by;
        count = now;
        return now;
    }

    /** Those to tell of the loss; called under the mutex. */
    List<Consumer<? super Hold>> listeners() {
        return listeners;
    }

    Duration age() {
        return Duration.ofNanos(lock.engine.time.nanos() - since);
    }

    HoldLostException lostException() {
        LossCause cause = lossCause;
        return new HoldLostException(
                cause == null ? LossCause.EXPIRED : cause, token, lock.engine.circumstance(lock.id, owner, age()));
    }

    @Override
    public String toString() {
        return "hold of " + lock.id + " by " + owner + ", token " + token + ", " + state;
    }
}
