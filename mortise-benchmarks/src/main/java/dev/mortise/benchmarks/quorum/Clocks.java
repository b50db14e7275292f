package dev.mortise.benchmarks.quorum;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.MortiseException;
import dev.mortise.OwnedHold;
import dev.mortise.jedis.JedisStore;
import dev.mortise.tck.server.Masters;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Nodes contend for one lock, some by waiting, some by trying again and again. Each holder sets the clocks of one, two or three
 * masters of five while it holds the lock, ahead or back by a second to a day. Counts those that got in while the holder
 * believed in its hold, apart for holds that a majority of the masters left alone had voted for, which must not be; and looks at
 * every token.
 */
final class Clocks {

    private static final int WAITING = 2;
    private static final int TRYING = 2;
    private static final int SIZE = 5;
    private static final Duration LEASE = Duration.ofMillis(600);
    private static final Duration STAY = Duration.ofMillis(20);
    private static final String KEY = "mortise:{clocks}";
    private static final long SEED = 42;

    private final int grants;

    Clocks(int grants) {
        this.grants = grants;
    }

    /** Whether tokens grew throughout, and nobody got in beside a holder that enough masters remembered. */
    boolean run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("mortise-clocks");
        try {
            List<ServerClock> clocks = ServerClock.in(folder).apart(SIZE);
            boolean good = true;
            for (int set = 1; set <= 3; set++) {
                good &= new Campaign(clocks, set).run();
            }
            return good;
        } catch (ServerClock.UnavailableException e) {
            System.out.println("clocks cannot be set here: " + e.getMessage());
            return false;
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                all.sorted(Comparator.reverseOrder())
                        .forEach(path -> path.toFile().delete());
            }
        }
    }

    /** So many clocks set in each hold. */
    private final class Campaign {
        private final List<ServerClock> clocks;
        private final int set;
        private final Random random = new Random(SEED);
        private final AtomicInteger left = new AtomicInteger(grants);
        private final AtomicReference<@Nullable Inside> inside = new AtomicReference<>();
        private final AtomicInteger remembered = new AtomicInteger();
        private final AtomicInteger doubled = new AtomicInteger();
        private final AtomicInteger doubledThoughRemembered = new AtomicInteger();
        private final AtomicInteger lost = new AtomicInteger();
        private final AtomicInteger wrong = new AtomicInteger();
        private final AtomicLong highest = new AtomicLong();
        private final Set<Long> seen = ConcurrentHashMap.newKeySet();

        /** Who holds the lock, and whether a majority of masters will remember that. */
        private record Inside(OwnedHold hold, boolean remembered) {}

        Campaign(List<ServerClock> clocks, int set) {
            this.clocks = clocks;
            this.set = set;
        }

        boolean run() throws InterruptedException {
            clocks.forEach(clock -> clock.ahead(Duration.ZERO));
            try (Masters masters = Masters.start(clocks)) {
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < WAITING + TRYING; i++) {
                    boolean waits = i < WAITING;
                    Thread thread = new Thread(() -> contend(masters, waits));
                    thread.start();
                    threads.add(thread);
                }
                for (Thread thread : threads) {
                    thread.join();
                }
            }
            System.out.printf(
                    "%d of %d masters set in each of %d contended holds (seed %d): %d double grants; in the %d holds that 3 of the"
                            + " others had voted for: %d. %d holds were told of their loss; %d tokens repeated or fell%n",
                    set,
                    SIZE,
                    seen.size(),
                    SEED,
                    doubled.get(),
                    remembered.get(),
                    doubledThoughRemembered.get(),
                    lost.get(),
                    wrong.get());
            return wrong.get() == 0 && doubledThoughRemembered.get() == 0;
        }

        private void contend(Masters masters, boolean waits) {
            try (Mortise node = Mortise.builder()
                    .store(JedisStore.quorum(masters.uris()))
                    .watchdogLease(LEASE)
                    .closeGrace(Duration.ZERO)
                    .build()) {
                while (left.get() > 0) {
                    round(masters, node, waits);
                }
            }
        }

        private void round(Masters masters, Mortise node, boolean waits) {
            long before = highest.get();
            try {
                DistributedLock lock = node.lock("clocks");
                Optional<OwnedHold> got = waits ? Optional.of(lock.acquire()) : lock.tryAcquire();
                if (got.isPresent()) {
                    try (OwnedHold hold = got.get()) {
                        entered(hold, before);
                        stay(masters, node, hold);
                    }
                } else {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
            } catch (IllegalMonitorStateException e) {
                lost.incrementAndGet();
            } catch (MortiseException e) {
                // too few masters voted in time: it tries again
            }
        }

        private void entered(OwnedHold hold, long before) {
            Inside other = inside.get();
            if (other != null && other.hold.isValid() && hold.isValid()) {
                doubled.incrementAndGet();
                doubledThoughRemembered.addAndGet(other.remembered ? 1 : 0);
            }
            if (hold.token() <= before || !seen.add(hold.token())) {
                wrong.incrementAndGet();
            }
            highest.accumulateAndGet(hold.token(), Math::max);
            left.decrementAndGet();
        }

        private void stay(Masters masters, Mortise node, OwnedHold hold) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(2 * (int) STAY.toMillis())));
            List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4));
            Collections.shuffle(order, random);
            List<Integer> alone = order.subList(set, SIZE);
            long votes = alone.stream()
                    .filter(index -> voted(masters.get(index), node, hold))
                    .count();
            Inside me = new Inside(hold, votes >= 3);
            remembered.addAndGet(me.remembered ? 1 : 0);
            inside.set(me);
            order.subList(0, set).forEach(index -> clocks.get(index).ahead(step()));
            // now and then beyond a renewal
            long end = System.nanoTime() + (random.nextInt(20) == 0 ? LEASE : STAY).toNanos();
            while (System.nanoTime() - end < 0 && hold.isValid()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
            inside.compareAndSet(me, null);
        }

        private boolean voted(RedisServer server, Mortise node, OwnedHold hold) {
            List<?> fields = (List<?>) Objects.requireNonNull(server.command("HGETALL", KEY));
            return fields.stream().anyMatch(field -> field.toString().startsWith(node.nodeId() + "/"))
                    && fields.contains(Long.toString(hold.token()));
        }

        private Duration step() {
            long millis = (long) (1_000 * Math.pow(86_400, random.nextDouble()));
            return Duration.ofMillis(random.nextBoolean() ? millis : -millis);
        }
    }
}
