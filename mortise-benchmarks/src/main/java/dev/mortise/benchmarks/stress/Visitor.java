package dev.mortise.benchmarks.stress;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.Lease;
import dev.mortise.Mortise;
import dev.mortise.MortiseClosedException;
import dev.mortise.OwnedHold;
import dev.mortise.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One thread that takes locks in every way, gives up in every way, and adds one to the ledger whenever it is inside. */
final class Visitor implements Runnable {

    private static final int LONGEST_SHORT_WAIT_MICROS = 8_000;
    private static final Lease OWN_LEASE = Lease.of(Duration.ofSeconds(1));

    /** So seldom is a hold long enough to be renewed. */
    private static final int LONG_HOLD_EVERY = 10_000;

    private static final int LONG_HOLD_MILLIS = 500;

    /** How long after something odd a stall may still be told. */
    private static final Duration SECOND_LOOK = Duration.ofMillis(500);

    private final Nodes nodes;
    private final Ledger ledger;
    private final Counts counts;
    private final Voice voice;
    private final Random random;
    private volatile @Nullable Visit visit;
    private volatile boolean over;
    private Ledger.@Nullable Entry entry;

    Visitor(Nodes nodes, Ledger ledger, Counts counts, Voice voice, Random random) {
        this.nodes = nodes;
        this.ledger = ledger;
        this.counts = counts;
        this.voice = voice;
        this.random = random;
    }

    /** A lock wanted since then. */
    record Visit(Guarded lock, Way way, DistributedLock on, long since) {

        long micros() {
            return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - since);
        }

        @Override
        public String toString() {
            return lock + " by " + way;
        }
    }

    /** What it does now. */
    @Nullable
    Visit visit() {
        return visit;
    }

    /** This visit is the last. */
    void end() {
        over = true;
    }

    @Override
    public void run() {
        Guarded[] locks = Guarded.values();
        while (!over) {
            Guarded lock = locks[random.nextInt(locks.length)];
            Visit next = new Visit(lock, Way.any(random), lock.on(nodes.of(lock, random)), System.nanoTime());
            entry = null;
            visit = next;
            Throwable thrown = visited(next);
            visit = null;
            judge(next, thrown);
        }
        ledger.close();
    }

    private @Nullable Throwable visited(Visit now) {
        try {
            go(now);
            return null;
        } catch (CompletionException | ExecutionException e) {
            return e.getCause();
        } catch (Throwable e) {
            return e;
        }
    }

    private void go(Visit now) throws InterruptedException, ExecutionException {
        DistributedLock lock = now.on;
        switch (now.way) {
            case LOCK -> lock.run(hold -> inside(now, hold));
            case TRY -> count(lock.tryRun(shortWait(), hold -> inside(now, hold)));
            case REENTRANT -> lock.run(outer -> lock.run(hold -> inside(now, hold)));
            case INTERRUPTIBLE -> {
                lock.lockInterruptibly();
                insideAndOut(now);
            }
            case LEASE -> {
                lock.lock(OWN_LEASE);
                insideAndOut(now);
            }
            case OBJECT -> use(now, lock.acquire());
            case TRY_OBJECT -> useIfThere(now, lock.tryAcquire(shortWait()));
            case ASYNC -> {
                if (awaited(lock.lockAsync()) != null) {
                    insideAndOut(now);
                }
                while (lock.isHeldByCurrentThread()) { // a grant that came after the cancellation is given back behind
                    Rest.nanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
            }
            case ASYNC_OBJECT -> useIfThere(now, awaited(lock.acquireAsync()));
            case ASYNC_TRY -> {
                Optional<OwnedHold> hold = awaited(lock.tryAcquireAsync(shortWait()));
                if (hold != null) {
                    useIfThere(now, hold);
                }
            }
            case CANCELLED -> cancelled(now);
            case CLOSING -> closing(now);
        }
    }

    private void insideAndOut(Visit now) {
        try {
            now.on.hold().ifPresent(hold -> inside(now, hold));
        } finally {
            now.on.unlock();
        }
    }

    private void use(Visit now, OwnedHold hold) {
        try (hold) {
            inside(now, hold);
        }
    }

    private void useIfThere(Visit now, Optional<OwnedHold> hold) {
        count(hold.isPresent());
        hold.ifPresent(there -> use(now, there));
    }

    private void useIfThere(Visit now, @Nullable OwnedHold hold) {
        if (hold != null) {
            use(now, hold);
        }
    }

    private void cancelled(Visit now) {
        CompletableFuture<OwnedHold> later = now.on.acquireAsync();
        Rest.of(shortWait());
        if (later.cancel(false)) {
            counts.add(Count.CANCELLED);
        } else {
            use(now, later.join());
        }
    }

    /** Its node is closed while three wait there: each has the lock for a moment, or is told. */
    private void closing(Visit now) throws InterruptedException, ExecutionException {
        List<CompletableFuture<Void>> waits;
        try (Mortise brief = nodes.open()) {
            DistributedLock lock = now.lock.on(brief);
            waits = Stream.generate(() -> lock.acquireAsync().thenAccept(OwnedHold::close))
                    .limit(3)
                    .toList();
            Rest.of(shortWait());
        }
        long closed = System.nanoTime();
        for (CompletableFuture<Void> wait : waits) {
            while (!wait.isDone()) { // an interrupt must not hide a wait that never ends
                if (System.nanoTime() - closed > Bounds.STUCK.toNanos()) {
                    voice.wrong("a wait of " + now + " has outlived its node by " + Bounds.STUCK.toSeconds() + " s");
                    return;
                }
                Rest.nanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            try {
                wait.get();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof MortiseClosedException)) {
                    throw e;
                }
                counts.add(Count.CLOSED);
            }
        }
    }

    /** What comes of an async call; null if an interrupt has ended it before. */
    private <T> @Nullable T awaited(CompletableFuture<T> later) throws ExecutionException {
        while (true) {
            try {
                return later.get();
            } catch (InterruptedException e) {
                if (later.cancel(false)) {
                    counts.add(Count.INTERRUPTED);
                    return null;
                }
            }
        }
    }

    private void inside(Visit now, Hold hold) {
        long waited = now.micros();
        counts.raise(Count.LONGEST_WAIT, waited);
        Ledger.Entry read = ledger.enter(now.lock, hold.token(), waited);
        entry = read;
        if (random.nextInt(LONG_HOLD_EVERY) == 0) {
            Rest.nanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(LONG_HOLD_MILLIS)));
        }
        if (read != null && ledger.commit(now.lock, hold.token(), read.number() + 1)) {
            counts.committed(now.lock.toString());
            counts.add(Count.HOLDS);
        } else if (hold.isValid()) {
            voice.wrong(
                    "two inside: the hold of " + now + " with token " + hold.token() + " is valid, and was refused");
        }
    }

    private void judge(Visit was, @Nullable Throwable thrown) {
        Thread.interrupted();
        if (thrown instanceof InterruptedException) {
            counts.add(Count.INTERRUPTED);
        } else if (thrown instanceof StoreUnavailableException) {
            counts.add(Count.UNANSWERED);
        } else if (thrown instanceof HoldLostException) {
            counts.add(Count.LOST);
            wrongUnlessStalled("a hold of " + was + " was lost: " + thrown.getMessage());
        } else if (thrown != null) {
            thrown.printStackTrace();
            voice.late(was + " threw " + thrown);
        }
        Ledger.Entry read = entry;
        if (read != null && !read.excused()) {
            if (read.idleMicros() <= TimeUnit.NANOSECONDS.toMicros(Bounds.IDLE.toNanos())) {
                counts.raise(Count.LONGEST_IDLE, read.idleMicros());
            } else {
                wrongUnlessStalled(was + " waited " + read.idleMicros() / 1_000 + " ms while nobody was inside");
            }
        }
    }

    private void wrongUnlessStalled(String what) {
        Rest.of(SECOND_LOOK);
        if (!ledger.isStalled()) {
            voice.late(what);
        }
    }

    private void count(boolean obtained) {
        if (!obtained) {
            counts.add(Count.TIMED_OUT);
        }
    }

    private Duration shortWait() {
        return Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(LONGEST_SHORT_WAIT_MICROS)));
    }
}
