package dev.mortise.benchmarks.run;

import dev.mortise.tck.server.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Sees everything that the server does, by MONITOR, and tells {@link Turns}. It slows the server: no round is timed then. */
final class OrderWatch implements AutoCloseable {

    private static final String END = "end of the order watch";
    private static final long PATIENCE_SECONDS = 60;

    private final RedisServer server;
    private final Turns turns;
    private final Socket socket;
    private final CountDownLatch ended = new CountDownLatch(1);

    private OrderWatch(RedisServer server, Turns turns, Socket socket) {
        this.server = server;
        this.turns = turns;
        this.socket = socket;
    }

    static OrderWatch begin(RedisServer server, Turns turns) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = in.readLine();
            if (!"+OK".equals(answer)) {
                throw new IOException("MONITOR was answered with " + answer);
            }
            OrderWatch watch = new OrderWatch(server, turns, socket);
            Thread reader = new Thread(() -> watch.read(in), "order-watch");
            reader.setDaemon(true);
            reader.start();
            return watch;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot watch the server", e);
        }
    }

    /** What it saw, all that has happened until now included. */
    Order order() throws InterruptedException {
        server.command("ECHO", END);
        if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("MONITOR did not catch up within " + PATIENCE_SECONDS + " s");
        }
        return turns.order();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(BufferedReader in) {
        try {
            for (String line = in.readLine(); line != null && !line.contains(END); line = in.readLine()) {
                turns.accept(line);
            }
            ended.countDown();
        } catch (IOException closed) {
            // nobody waits for the end any more
        }
    }
}
