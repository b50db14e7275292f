package dev.mortise.benchmarks.quorum;

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
 * so one of them is stopped for longer than its lease. What was written and is not in the number is a lost update.
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
                RedisServer resource = RedisServer.start()) {
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                ChildJvm child = ChildJvm.start(
                        LedgerWriter.class,
                        resource.uri(),
                        Integer.toString(writes / PROCESSES),
                        String.join(",", masters.uris()));
                children.add(child);
                Thread reader = new Thread(() -> read(child, sums, running));
                reader.start();
                readers.add(reader);
            }
            int stops = stopNowAndThen(children, running);
            for (Thread reader : readers) {
                reader.join();
            }
            long plain = Long.parseLong(String.valueOf(resource.command("GET", "plain")));
            long fenced = Long.parseLong(String.valueOf(resource.command("HGET", "fenced", "value")));
            System.out.printf(
                    "%d writes of %d processes, %d stops: lost updates without fencing %d, with fencing %d (%d writes refused)%n",
                    sums[0], PROCESSES, stops, sums[0] - plain, sums[1] - fenced, sums[2]);
            return sums[1] == fenced;
        } finally {
            children.forEach(ChildJvm::close);
        }
    }

    private static int stopNowAndThen(List<ChildJvm> children, AtomicInteger running) throws InterruptedException {
        Random random = new Random(SEED);
        int stops = 0;
        while (running.get() > 0) {
            Thread.sleep(2_000 + random.nextInt(1_000));
            long pid = children.get(random.nextInt(PROCESSES)).pid();
            if (running.get() == PROCESSES) { // one that has ended has no process any more
                Signals.stop(pid);
                Thread.sleep(2_500);
                Signals.resume(pid);
                stops++;
            }
        }
        return stops;
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
