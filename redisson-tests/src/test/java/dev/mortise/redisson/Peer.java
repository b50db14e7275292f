package dev.mortise.redisson;

import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A client in a process of its own, told what to do line by line: {@code lock}, {@code unlock}, {@code try}, each with
 * the lock's name, and {@code count <name> <threads> <rounds>}; it answers each with a line.
 */
final class Peer implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 50;
    private static final String END = "ended";

    private final TwoClients.Holder which;
    private final Process process;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final PrintStream in;

    private Peer(TwoClients.Holder which, Process process) {
        this.which = which;
        this.process = process;
        this.in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "peer");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line; (line = out.readLine()) != null; ) {
                answers.add(line);
            }
        } catch (IOException killed) {
            // the same as the end of what it says
        }
        answers.add(END);
    }

    static Peer start(TwoClients.Holder which, RedisServer server, Duration watchdog) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Peer.class.getName(),
                        which.name(),
                        server.uri(),
                        watchdog.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Peer peer = new Peer(which, process);
        if (!"ready".equals(peer.answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))) {
            throw new IllegalStateException("the other process did not come up");
        }
        return peer;
    }

    String ask(String command) throws Exception {
        tell(command);
        return answer();
    }

    void tell(String command) {
        in.println(command);
    }

    /** Its next answer. If Mortise gives none for long, its call is stuck. Redisson may have missed a message. */
    String answer() throws InterruptedException {
        String answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (answer == null) {
            String silent = which + " in another process did not answer within " + PATIENCE_SECONDS + " s.";
            boolean stuck = which == TwoClients.Holder.MORTISE && process.isAlive();
            SafetyViolation.check(!stuck, "Stuck: " + silent);
            throw new AssertionError(silent);
        }
        return answer;
    }

    /** As kill -9 does. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] args) throws Exception {
        try {
            serve(args);
        } finally {
            Runtime.getRuntime().halt(0); // the parent has gone, or sees the end of a process that failed
        }
    }

    private static void serve(String[] args) throws Exception {
        Duration watchdog = Duration.parse(args[2]);
        Client client = args[0].equals(TwoClients.Holder.MORTISE.name())
                ? Client.mortise(args[1], watchdog)
                : Client.redisson(args[1], watchdog);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line; (line = commands.readLine()) != null; ) {
            String[] words = line.split(" ");
            System.out.println(
                    switch (words[0]) {
                        case "lock" -> {
                            client.lock(words[1]).lock();
                            yield "locked";
                        }
                        case "unlock" -> {
                            client.lock(words[1]).unlock();
                            yield "unlocked";
                        }
                        case "try" -> String.valueOf(client.lock(words[1]).tryLock());
                        case "count" -> {
                            count(client, args[1], words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]));
                            yield "counted";
                        }
                        default -> "unknown";
                    });
        }
    }

    /** Adds one to a counter by a read and a write, so often on so many threads, each time under the lock. */
    static void count(Client client, String uri, String name, int threads, int rounds) throws Exception {
        List<FutureTask<?>> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            FutureTask<?> task = new FutureTask<>(() -> {
                try (Counter counter = new Counter(uri, name + ":counter")) {
                    for (int round = 0; round < rounds; round++) {
                        client.lock(name).lock();
                        try {
                            counter.addOneUnsafely();
                        } finally {
                            client.lock(name).unlock();
                        }
                    }
                }
                return null;
            });
            running.add(task);
            new Thread(task, "counter").start();
        }
        for (FutureTask<?> task : running) {
            task.get();
        }
    }
}
