package dev.mortise.tck.server;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection through a {@link FaultProxy}. Three threads: requests are read and written by one; replies
 * are read by another as they come and written by a third when they are due, so that a delay adds latency only.
 */
final class FaultyLink {
    private static final String SUBSCRIBE = "\r\nSUBSCRIBE\r\n";

    private final Socket client;
    private final Socket server = new Socket();
    private final int target;
    private final Faults faults;
    private final Consumer<FaultyLink> onEnd;
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable Thread driver;
    private volatile boolean listens;
    private volatile boolean silent;

    FaultyLink(Socket client, int target, Faults faults, Consumer<FaultyLink> onEnd) {
        this.client = client;
        this.target = target;
        this.faults = faults;
        this.onEnd = onEnd;
    }

    void start(String name) {
        driver = daemon(name + "-requests", () -> {
            guarded(this::connect);
            Thread reader = daemon(name + "-replies-in", () -> guarded(this::readReplies));
            Thread writer = daemon(name + "-replies-out", () -> guarded(this::writeReplies));
            guarded(this::forwardRequests);
            join(reader);
            join(writer);
            onEnd.accept(this);
        });
    }

    private void connect() throws IOException {
        faults.awaitRequestMayPass(ended::get);
        client.setTcpNoDelay(true);
        server.connect(Ports.address(target));
        server.setTcpNoDelay(true);
    }

    private void forwardRequests() throws IOException {
        byte[] buffer = new byte[16_384];
        OutputStream out = server.getOutputStream();
        for (int n = client.getInputStream().read(buffer);
                n >= 0;
                n = client.getInputStream().read(buffer)) {
            if (!listens && new String(buffer, 0, n, StandardCharsets.ISO_8859_1).contains(SUBSCRIBE)) {
                listens = true;
            }
            faults.awaitRequestMayPass(ended::get);
            if (!silent) {
                pass(buffer, n, out, faults.requests());
            }
        }
        faults.awaitRequestMayPass(ended::get);
        end(false);
    }

    private void readReplies() throws IOException {
        byte[] buffer = new byte[16_384];
        for (int n = server.getInputStream().read(buffer);
                n >= 0;
                n = server.getInputStream().read(buffer)) {
            arrivals.add(new Arrival(Arrays.copyOf(buffer, n)));
        }
        arrivals.add(Arrival.end());
    }

    private void writeReplies() throws IOException, InterruptedException {
        OutputStream out = client.getOutputStream();
        for (Arrival next = arrivals.take(); next.bytes.length > 0; next = arrivals.take()) {
            faults.awaitReplyMayPass(next.nanos, ended::get);
            if (!faults.dropsReplies() && !silent) {
                pass(next.bytes, next.bytes.length, out, faults.replies());
            }
        }
        faults.awaitRequestMayPass(ended::get);
        end(false);
    }

    private void pass(byte[] bytes, int length, OutputStream out, Faults.Budget budget) throws IOException {
        if (ended.get()) {
            throw new IOException("the connection was cut");
        }
        Faults.Budget.Taken taken = budget.take(length);
        out.write(bytes, 0, taken.bytes());
        if (taken.cut()) {
            reset();
        }
    }

    /** Ends the connection with a TCP reset on both sides. */
    void reset() {
        end(true);
    }

    private void end(boolean reset) {
        if (ended.compareAndSet(false, true)) {
            for (Socket socket : List.of(client, server)) {
                if (reset) {
                    resetOnClose(socket);
                }
                closeQuietly(socket);
            }
            arrivals.add(Arrival.end());
            faults.wake();
        }
    }

    /** Whether the client has subscribed to a channel. */
    boolean listens() {
        return listens;
    }

    /** From now on everything is swallowed in both directions, and the connection stays open. */
    void goSilent() {
        silent = true;
    }

    boolean isOpen() {
        return !ended.get();
    }

    /** Waits for the link's threads. */
    void join() {
        Thread thread = driver;
        if (thread != null) {
            join(thread);
        }
    }

    private void guarded(Step step) {
        try {
            step.run();
        } catch (IOException | InterruptedException broken) {
            reset();
        }
    }

    private static void resetOnClose(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException alreadyClosed) {
            // Then there is nothing to reset.
        }
    }

    static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception alreadyClosed) {
            // It is gone either way.
        }
    }

    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Bytes of the server, and when they came; none: there will be no more. */
    private static final class Arrival {
        final long nanos = System.nanoTime();
        final byte[] bytes;

        Arrival(byte[] bytes) {
            this.bytes = bytes;
        }

        static Arrival end() {
            return new Arrival(new byte[0]);
        }
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }
}
