package dev.mortise.examples.plainjava;

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
public final class PlainJava {

    private PlainJava() {}

    /** Takes a URI such as {@code redis://127.0.0.1:6379}, or nothing. */
    public static void main(String[] arguments) throws Exception {
        List<String> words = List.of(arguments);
        if (words.contains("--help") || words.contains("-h")) {
            System.out.print(help());
            return;
        }
        if (words.size() > 1) {
            System.err.println("example plain-java: takes a URI at most; see ./mortise example plain-java --help");
            System.exit(2);
        }
        try {
            runOn(words);
        } catch (MortiseException | IllegalArgumentException | IllegalStateException e) {
            System.err.println("example plain-java: " + e.getMessage());
            System.exit(3);
        }
    }

    private static String help() throws IOException {
        try (InputStream in = Objects.requireNonNull(PlainJava.class.getResourceAsStream("help.txt"), "help.txt")) {
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

    static void run(String uri, PrintStream out) throws InterruptedException {
        try (Mortise here = Mortise.connect(uri);
                Mortise elsewhere = Mortise.connect(uri)) {
            Steps steps = new Steps(here, elsewhere);
            out.println("1. lock and unlock: " + steps.lockAndUnlock());
            out.println("2. a lease that ends by itself: " + steps.endsByItself());
            out.println("3. wait at most 100 s, hold at most 10 s: " + steps.waitAndLease());
            out.println("4. one call that does it all: " + steps.runUnderTheLock());
            out.println("5. entered twice, left twice: " + steps.reEntry());
            out.println("6. a lost lock is told: " + steps.lossIsTold());
            out.println("7. a stale token is refused: " + steps.fencing());
        }
    }
}
