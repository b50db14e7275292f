package dev.mortise.benchmarks.worker;

import dev.mortise.benchmarks.contenders.Entrant;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The main class of a worker: one client of one library. It reads an order, gets ready, says {@code ready}, waits for
 * {@code go}, does it, and answers with what it counted. It ends when its standard input does.
 */
public final class Worker {

    /** Environment variables: the server, the shared page, and the number of this process, from 1. */
    public static final String REDIS = "MORTISE_BENCH_REDIS";

    public static final String PAGE = "MORTISE_BENCH_PAGE";
    public static final String NUMBER = "MORTISE_BENCH_NUMBER";

    /** The lock that all want where it is contended. */
    public static final String SHARED_LOCK = "bench:one";

    private final BufferedReader orders;
    private final PrintStream answers;

    private Worker(BufferedReader orders, PrintStream answers) {
        this.orders = orders;
        this.answers = answers;
    }

    /** The argument is the name of an {@link Entrant}. */
    @SuppressWarnings("SystemExitOutsideMain") // ends whatever threads a library has left
    public static void main(String[] args) {
        int exit = 0;
        try {
            serve(Entrant.valueOf(args[0]));
        } catch (Throwable e) {
            e.printStackTrace();
            exit = 1;
        }
        System.exit(exit);
    }

    private static void serve(Entrant entrant) throws IOException, InterruptedException {
        SharedPage page = SharedPage.map(Path.of(System.getenv(PAGE)));
        String uri = System.getenv(REDIS);
        int number = Integer.parseInt(System.getenv(NUMBER));
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                Clients clients = new Clients(() -> entrant.connect(uri))) {
            clients.node(0);
            Worker worker = new Worker(in, System.out);
            worker.answer(new Message("connected"));
            worker.work(new Tasks(clients, page, uri, number));
        }
    }

    private void work(Tasks tasks) throws IOException, InterruptedException {
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            Message order = Message.parse(line);
            Tasks.Task task = tasks.prepare(order);
            answer(new Message("ready"));
            if (orders.readLine() == null) {
                return;
            }
            answer(task.run());
        }
    }

    private void answer(Message message) {
        answers.println(Message.MARK + message);
        answers.flush();
    }
}
