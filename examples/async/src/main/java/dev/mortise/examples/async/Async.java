package dev.mortise.examples.async;

import dev.mortise.Mortise;
import dev.mortise.MortiseException;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Runs all {@link Steps} on the Redis whose URI is given, or on one that is started for it. */
public final class Async {

    private Async() {}

    /** Takes a URI such as {@code redis://127.0.0.1:6379}, or nothing. */
    public static void main(String[] arguments) throws Exception {
        List<String> words = List.of(arguments);
        if (words.contains("--help") || words.contains("-h")) {
            System.out.print(help());
            return;
        }
        if (words.size() > 1) {
            System.err.println("example async: takes a URI at most; see ./mortise example async --help");
            System.exit(2);
        }
        try {
            runOn(words);
        } catch (MortiseException | IllegalArgumentException | IllegalStateException e) {
            System.err.println("example async: " + e.getMessage());
            System.exit(3);
        }
    }

    private static String help() throws IOException {
        try (InputStream in = Objects.requireNonNull(Async.class.getResourceAsStream("help.txt"), "help.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void runOn(List<String> uris) throws Exception {
        if (!uris.isEmpty()) {
            run(uris.get(0), System.out);
        } else {
            ServerOptions options = ServerOptions.defaults().withFolder(ServerOptions.userCacheFolder());
            try (RedisServer server = RedisServer.start(options)) {
                run(server.uri(), System.out);
            }
        }
    }

    static void run(String uri, PrintStream out) throws Exception {
        try (Mortise mortise = Mortise.connect(uri)) {
            Steps steps = new Steps(mortise);
            out.println("1. fifty sold, one after the other: " + steps.sell(50).join() + " left");
            out.println("2. the result, or the failure, comes after the release: " + steps.failureComesThrough());
            out.println("3. lockAsync, for this thread: " + steps.forThisThread());
            out.println("4. tryLockAsync with a wait and a lease: " + steps.waitAndLease());
            out.println("5. busy is an answer: " + steps.busy().join());
            out.println("6. a future that is given up leaves nothing: " + steps.givenUp());
        }
    }
}
