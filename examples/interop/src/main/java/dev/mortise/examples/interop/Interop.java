package dev.mortise.examples.interop;

import dev.mortise.Mortise;
import dev.mortise.MortiseException;
import dev.mortise.MutexOptions;
import dev.mortise.tck.server.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Shows that a mutex and node-redlock exclude each other on one key of a real server. Exit code 0: they do; 1: they do not;
 * 2: wrong usage; 3: it could not be run.
 */
public final class Interop {

    private static final int MISUSED = 2;
    private static final int NOT_RUN = 3;

    private Interop() {}

    /** Runs all scenes. */
    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(List.of(arguments)));
    }

    private static int run(List<String> words) throws InterruptedException {
        try {
            if (words.contains("--help") || words.contains("-h")) {
                System.out.print(help());
                return 0;
            }
            if (!words.isEmpty()) {
                System.err.println("dev interop: takes no arguments; see ./dev interop --help");
                return MISUSED;
            }
            return show() ? 0 : 1;
        } catch (CannotRunException | IllegalStateException | MortiseException | UncheckedIOException e) {
            System.err.println("dev interop: could not run: " + e.getMessage());
            return NOT_RUN;
        }
    }

    private static String help() {
        try (InputStream in = Objects.requireNonNull(Interop.class.getResourceAsStream("help.txt"), "help.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean show() throws InterruptedException {
        Path root = Path.of(System.getProperty("mortise.root", ""));
        System.out.println("Installing node-redlock and ioredis with npm, unless they are there");
        NodeModules modules = NodeModules.in(root.resolve("examples/interop/target/npm"));
        Checks checks = new Checks(System.out);
        try (RedisServer server = RedisServer.start();
                Mortise mortise = Mortise.connect(server.uri());
                Peer peer = Peer.start(modules.program(), server.port())) {
            System.out.println("On " + server + ", key " + Scenes.KEY);
            Scenes scenes = new Scenes(
                    server, mortise.mutex(Scenes.KEY, MutexOptions.defaults().bareName()), checks);
            scenes.theyExcludeUs(peer);
            scenes.weExcludeThem(peer);
            scenes.lateReleasesHarmNobody(peer);
            scenes.bothCount(peer);
            scenes.aKilledPeersLockExpires(peer);
        }
        System.out.println(checks.allWell() ? "\nAll as it should be." : "\nNot as it should be.");
        return checks.allWell();
    }
}
