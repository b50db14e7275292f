package dev.mortise.tck.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/** Loopback ports below the ephemeral range, so that no outgoing connection is given one by chance. */
final class Ports {
    static final String LOOPBACK = "127.0.0.1";

    private static final int FIRST = 10_000;
    private static final int EPHEMERAL = 32_768;
    /** A cluster node's bus listens this far above its port, and should stay below the ephemeral range too. */
    private static final int CLUSTER_BUS = 10_000;

    private static final int END = end(ephemeralFrom(Path.of("/proc/sys/net/ipv4/ip_local_port_range")));

    private Ports() {}

    /** Not the JDK's loopback address, which an option of the JVM can make ::1. */
    static InetSocketAddress address(int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    }

    /**
     * Checks that this run of tests may have servers.
     *
     * @throws IllegalStateException if it may not
     */
    static void checkAllowed() {
        if ("false".equals(System.getProperty("mortise.servers"))) {
            throw new IllegalStateException(
                    "No servers in this run of tests. Annotate the test class with @Tag(\"servers\"), so that it runs with its kind.");
        }
    }

    /** A port that was free a moment ago. Another process may still take it first. */
    static int free() {
        checkAllowed();
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port found on " + LOOPBACK + " from " + FIRST + " to " + (END - 1));
    }

    static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(address(port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    static int ephemeralFrom(Path range) {
        try {
            return Integer.parseInt(Files.readString(range).strip().split("\\s+", 2)[0]);
        } catch (IOException | NumberFormatException notLinux) {
            return EPHEMERAL;
        }
    }

    /** Where the ephemeral range starts too low to stay below it, the usual ports are used and clashes retried. */
    static int end(int ephemeralFrom) {
        int end = ephemeralFrom - CLUSTER_BUS;
        return end >= FIRST + 1_000 ? end : EPHEMERAL - CLUSTER_BUS;
    }
}
