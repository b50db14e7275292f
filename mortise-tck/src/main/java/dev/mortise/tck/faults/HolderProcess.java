package dev.mortise.tck.faults;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.Mortise;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.server.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A process that takes a lock, says so with its token, and then writes "write" with its token and whether its hold is
 * valid, all the time and without regard to that, as a program does that was paused between its look and its write. Told to
 * unlock, it does, says how that went, and ends.
 */
final class HolderProcess implements AutoCloseable {

    /** The pause between two writes. */
    static final long WRITE_EVERY_MILLIS = 20;

    private final ChildJvm jvm;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reader;

    private HolderProcess(ChildJvm jvm) {
        this.jvm = jvm;
        this.reader = new Thread(this::read, "holder-process-" + jvm.pid());
        reader.setDaemon(true);
        reader.start();
    }

    static HolderProcess start(String uri, String lock, Duration lease) throws IOException {
        return new HolderProcess(ChildJvm.start(HolderProcess.class, uri, lock, Long.toString(lease.toMillis())));
    }

    long pid() {
        return jvm.pid();
    }

    /** What it has said so far. */
    List<String> lines() {
        return lines;
    }

    /** Whether it has said that. */
    boolean said(String what) {
        return lines.stream().anyMatch(line -> line.startsWith(what));
    }

    /** The token it said with its first word. */
    long token() {
        return Long.parseLong(lines.get(0).split(" ", -1)[1]);
    }

    /** Tells it to unlock, and waits for its end: how that went. */
    String unlock() throws IOException {
        jvm.writeLine("unlock");
        jvm.awaitExit();
        Eventually.eventually("it has said how that went", () -> said("unlock "));
        return lines.stream()
                .filter(line -> line.startsWith("unlock "))
                .findFirst()
                .orElseThrow();
    }

    private void read() {
        try {
            for (String line = jvm.readLine(); line != null; line = jvm.readLine()) {
                lines.add(line);
            }
        } catch (IOException killed) {
            // it says nothing more
        }
    }

    @Override
    public void close() {
        jvm.close();
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Mortise node = Mortise.builder()
                .uri(args[0])
                .watchdogLease(Duration.ofMillis(Long.parseLong(args[2])))
                .closeGrace(Duration.ZERO)
                .build()) {
            DistributedLock lock = node.lock(args[1]);
            Hold hold = lock.lockAsync().join(); // also if the machine stalls, and it is lost by then
            hold.onLost(lost -> out.println("lost"));
            out.println("held " + hold.token());
            while (!in.ready()) {
                out.println("write " + hold.token() + " " + hold.isValid());
                Thread.sleep(WRITE_EVERY_MILLIS);
            }
            String order = in.readLine();
            out.println(order + " " + outcomeOf(lock));
        }
        Runtime.getRuntime().halt(0);
    }

    private static String outcomeOf(DistributedLock lock) {
        try {
            lock.unlock();
            return "released";
        } catch (HoldLostException e) {
            return "lost";
        }
    }
}
