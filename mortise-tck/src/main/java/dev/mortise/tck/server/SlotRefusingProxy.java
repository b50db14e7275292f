package dev.mortise.tck.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;

/**
 * An address behind which several shards are hidden, as with Azure Managed Redis (Enterprise policy) and Redis Cloud: a
 * script whose keys are in several slots is refused with CROSSSLOT. Everything else is passed on to one server.
 */
public final class SlotRefusingProxy implements AutoCloseable {

    private static final byte[] REFUSAL =
            "-CROSSSLOT Keys in request don't hash to the same slot\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FROM_THE_SERVER = {};
    private static final int BACKLOG = 511;

    private final int target;
    private final ToIntFunction<byte[]> slotOf;
    private final ServerSocket listener = new ServerSocket();
    private final Thread acceptor;
    private final Set<Passage> passages = ConcurrentHashMap.newKeySet();
    private final AtomicInteger refused = new AtomicInteger();

    private SlotRefusingProxy(int target, ToIntFunction<byte[]> slotOf) throws IOException {
        this.target = target;
        this.slotOf = slotOf;
        listener.bind(Ports.address(Ports.free()), BACKLOG);
        this.acceptor = FaultyLink.daemon("mortise-slot-proxy-" + port(), this::accept);
    }

    /**
     * A proxy in front of {@code 127.0.0.1:target}.
     *
     * @param slotOf the slot of a key
     */
    public static SlotRefusingProxy to(int target, ToIntFunction<byte[]> slotOf) {
        try {
            return new SlotRefusingProxy(target, slotOf);
        } catch (IOException e) {
            throw new UncheckedIOException("no proxy in front of port " + target, e);
        }
    }

    /** The port of the address. */
    public int port() {
        return listener.getLocalPort();
    }

    /** {@code redis://127.0.0.1:<port>}. */
    public String uri() {
        return "redis://" + Ports.LOOPBACK + ":" + port();
    }

    /** How many scripts were refused. */
    public int refused() {
        return refused.get();
    }

    /** Stops listening and ends all connections. */
    @Override
    public void close() {
        FaultyLink.closeQuietly(listener);
        FaultyLink.join(acceptor);
        passages.forEach(Passage::end);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Passage passage = new Passage(listener.accept());
                passages.add(passage);
                FaultyLink.daemon("mortise-slot-proxy-" + port() + "-requests", passage::forwardRequests);
            } catch (IOException closedOrOutOfDescriptors) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }

    private boolean isRefused(SentRequest request) {
        List<byte[]> keys = request.scriptKeys();
        return keys.stream().mapToInt(slotOf).distinct().count() > 1;
    }

    /** One client's connection: replies leave in the order of the requests. */
    private final class Passage {

        private final Socket client;
        private final Socket server = new Socket();
        private final BlockingQueue<byte[]> due = new LinkedBlockingQueue<>();
        private volatile boolean subscribed;

        Passage(Socket client) {
            this.client = client;
        }

        void forwardRequests() {
            try {
                client.setTcpNoDelay(true);
                server.connect(Ports.address(target));
                server.setTcpNoDelay(true);
                FaultyLink.daemon("mortise-slot-proxy-" + port() + "-replies", this::forwardReplies);
                InputStream in = new BufferedInputStream(client.getInputStream());
                for (SentRequest next = SentRequest.read(in); next != null; next = SentRequest.read(in)) {
                    pass(next);
                }
            } catch (IOException broken) {
                // The client sees that its connection has ended.
            } finally {
                end();
                passages.remove(this);
            }
        }

        private void pass(SentRequest request) throws IOException {
            if (isRefused(request)) {
                refused.incrementAndGet();
                due.add(REFUSAL);
            } else {
                subscribed |= request.command().endsWith("SUBSCRIBE");
                due.add(FROM_THE_SERVER);
                server.getOutputStream().write(request.bytes());
            }
        }

        private void forwardReplies() {
            try {
                InputStream replies = new BufferedInputStream(server.getInputStream());
                OutputStream out = client.getOutputStream();
                while (true) {
                    byte[] next = nextDue();
                    out.write(next == REFUSAL ? next : SentRequest.readReply(replies));
                }
            } catch (IOException | InterruptedException broken) {
                end();
            }
        }

        /** A connection that has subscribed gets messages, too, so whatever comes is passed on. */
        private byte[] nextDue() throws InterruptedException {
            byte[] next = null;
            while (next == null && !subscribed) {
                next = due.poll(10, TimeUnit.MILLISECONDS);
                if (client.isClosed()) {
                    throw new InterruptedException("closed");
                }
            }
            return next == null ? FROM_THE_SERVER : next;
        }

        void end() {
            FaultyLink.closeQuietly(client);
            FaultyLink.closeQuietly(server);
        }
    }
}
