package dev.mortise.benchmarks.stress;

import dev.mortise.tck.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** One of the processes: visitors, somebody who interrupts them, and somebody who looks after them. */
public final class StressProcess {

    /** The line that ends it. */
    static final String END = "end";

    private static final int LONGEST_PEACE_MICROS = 20_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Counts counts = new Counts();
    private final Voice voice = new Voice(System.out);
    private final Nodes nodes;
    private final List<Visitor> visitors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Patience patience;
    private final Random random;
    private volatile boolean over;

    private StressProcess(String uri, int number, long seed, int size) {
        this.nodes = new Nodes(uri, number);
        this.random = new Random(seed ^ (number * 0x9E3779B97F4A7C15L));
        for (int i = 1; i <= size; i++) {
            Ledger ledger = new Ledger(uri, number, i);
            visitors.add(new Visitor(nodes, ledger, counts, voice, new Random(random.nextLong())));
        }
        this.patience = new Patience(visitors, new Ledger(uri, number, 0), counts, voice);
    }

    /** Arguments: the server, the number of the process, the seed, how many threads. Ends when told, or when its parent does. */
    @SuppressWarnings("SystemExitOutsideMain") // ends whatever threads are left
    public static void main(String[] args) throws Exception {
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off"); // cut connections are what is wanted
        StressProcess process = new StressProcess(
                args[0], Integer.parseInt(args[1]), Long.parseLong(args[2]), Integer.parseInt(args[3]));
        try {
            process.run();
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        System.exit(0);
    }

    private void run() throws IOException, InterruptedException {
        Thread watch = started(patience, "patience");
        visitors.forEach(visitor -> threads.add(started(visitor, "visitor")));
        Thread pest = started(this::interruptSomebody, "pest");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (!END.equals(orders.readLine())) {
            throw new IOException("whoever started this process is gone");
        }
        visitors.forEach(Visitor::end);
        for (Thread thread : threads) {
            thread.join();
        }
        over = true;
        patience.end();
        pest.join();
        watch.join();
        nodes.close();
        Eventually.within(PATIENCE, "threads of nodes end with them", StressProcess::noThreadOfANode);
        voice.tell(counts.toMessage());
        voice.done();
    }

    private void interruptSomebody() {
        while (!over) {
            Rest.nanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(LONGEST_PEACE_MICROS)));
            threads.get(random.nextInt(threads.size())).interrupt();
        }
    }

    private static Thread started(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static boolean noThreadOfANode() {
        return Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("mortise-"));
    }
}
