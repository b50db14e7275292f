package dev.mortise.benchmarks.quorum;

import dev.mortise.DistributedLock;
import dev.mortise.LockView;
import dev.mortise.Mortise;
import dev.mortise.jedis.JedisStore;
import dev.mortise.tck.server.ChildJvm;
import dev.mortise.tck.server.Masters;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Five processes read a number, add one and write it back, under a lock over five masters with a lease of 2 s. Every 5 s or
 * so one that holds the lock is stopped for longer than its lease. What was written and is not in the number is a lost update.
 */
final class Ledger {

    private static final int PROCESSES = 5;
    private static final long SEED = 7;

    private final int writes;

    Ledger(int writes) {
        this.writes = writes;
    }

    /** Whether no update was lost where the token was checked. */
    boolean run() throws Exception {
        long[] sums = new long[3];
        AtomicInteger running = new AtomicInteger(PROCESSES);
        List<ChildJvm> children = new ArrayList<>();
        try (Masters masters = Masters.start(5);
                RedisServer resource = RedisServer.start();
                Mortise observer = Mortise.builder()
                        .store(JedisStore.quorum(masters.uris()))
                        .build()) {
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                ChildJvm child = ChildJvm.start(
                        LedgerWriter.class,
                        resource.uri(),
                        Integer.toString(writes / PROCESSES),
                        String.join(",", masters.uris()),
                        label(i));
                children.add(child);
                Thread reader = new Thread(() -> read(child, sums, running));
                reader.start();
                readers.add(reader);
            }
            int stops = stopNowAndThen(observer.lock(LedgerWriter.LOCK), children, running);
            for (Thread reader : readers) {
                reader.join();
            }
            long plain = Long.parseLong(String.valueOf(resource.command("GET", "plain")));
            long fenced = Long.parseLong(String.valueOf(resource.command("HGET", "fenced", "value")));
            System.out.printf(
                    "%d writes of %d processes, %d stops of a holder: lost updates without fencing %d, with fencing %d (%d writes refused)%n",
                    sums[0], PROCESSES, stops, sums[0] - plain, sums[1] - fenced, sums[2]);
            return sums[1] == fenced;
        } finally {
            children.forEach(ChildJvm::close);
        }
    }

    private static int stopNowAndThen(DistributedLock lock, List<ChildJvm> children, AtomicInteger running)
            throws InterruptedException {
        Random random = new Random(SEED);
        int stops = 0;
        while (running.get() > 0) {
            Thread.sleep(2_000 + random.nextInt(1_000));
            boolean held = false;
            while (!held && running.get() == PROCESSES) { // one that has ended has no process any more
                int writer = random.nextInt(PROCESSES);
                long pid = children.get(writer).pid();
                Signals.stop(pid);
                Thread.sleep(20); // another may have the lock already, and lets it go
                held = isHeldBy(writer, lock.inspect());
                if (held) {
                    Thread.sleep(2_500);
                    stops++;
                }
                Signals.resume(pid);
            }
        }
        return stops;
    }

    private static boolean isHeldBy(int writer, LockView view) {
        LockView.Holder holder = view.holder();
        return holder != null && label(writer).equals(holder.nodeLabel());
    }

    private static String label(int writer) {
        return "writer " + writer;
    }

    private static void read(ChildJvm child, long[] sums, AtomicInteger running) {
        try {
            String line = child.readLine();
            String[] words = String.valueOf(line).split(" ", -1);
            synchronized (sums) {
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += Long.parseLong(words[i]);
                }
            }
        } catch (Exception e) {
            System.out.println("a writer failed: " + e);
        } finally {
            running.decrementAndGet();
        }
    }
}
