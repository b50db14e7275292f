package dev.mortise.tck.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy on loopback in front of a server on loopback, with faults that are switched while it runs. A fault holds
 * for what reaches the proxy after the switch; bytes that were on their way at that moment may go either way.
 *
 * <p>Requests are what clients send, replies what the server sends. All methods may be called from any thread. Threads
 * are daemons and have ended when {@link #close()} returns.
 */
public final class FaultProxy implements AutoCloseable {
    /** Which connections a fault is for. */
    public enum Traffic {
        /** Those that have sent SUBSCRIBE. */
        MESSAGES,
        /** All others. */
        COMMANDS
    }

    private static final int PORTS_TRIED = 20;
    private static final int BACKLOG = 511;

    private final int target;
    private final int port;
    private final Faults faults = new Faults();
    private final Set<FaultyLink> links = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ServerSocket listener;
    private @Nullable Thread acceptor;
    private boolean closed;

    private FaultProxy(int target, int port) throws IOException {
        this.target = target;
        this.port = port;
        listen();
    }

    /** A proxy in front of {@code 127.0.0.1:target}. The server may come and go. */
    public static FaultProxy to(int target) {
        for (int attempt = 1; ; attempt++) {
            try {
                return new FaultProxy(target, Ports.free());
            } catch (IOException taken) {
                if (attempt == PORTS_TRIED) {
                    throw new UncheckedIOException("no port for a proxy", taken);
                }
            }
        }
    }

    public int port() {
        return port;
    }

    /** {@code redis://127.0.0.1:<port>}. */
    public String uri() {
        return "redis://" + Ports.LOOPBACK + ":" + port;
    }

    /** How many clients are connected through the proxy now. */
    public int connections() {
        return Math.toIntExact(links.stream().filter(FaultyLink::isOpen).count());
    }

    /** Resets all connections. New ones are welcome. */
    public void cut() {
        links.forEach(FaultyLink::reset);
    }

    /** Resets the connections of that kind. New ones are welcome. */
    public void cut(Traffic traffic) {
        of(traffic).forEach(FaultyLink::reset);
    }

    /**
     * Makes the connections of that kind half-open: what either side sends is swallowed from now on, and neither is told,
     * until one of them closes. New connections are as good as any. There is no way back.
     *
     * @return how many there were
     */
    public int halfOpen(Traffic traffic) {
        List<FaultyLink> links = of(traffic);
        links.forEach(FaultyLink::goSilent);
        return links.size();
    }

    private List<FaultyLink> of(Traffic traffic) {
        return links.stream()
                .filter(link -> link.isOpen() && link.listens() == (traffic == Traffic.MESSAGES))
                .toList();
    }

    /** While on, nobody listens on the port: new connections are refused, those that exist stay. */
    public void refuse(boolean on) {
        lock.lock();
        try {
            if (on) {
                stopListening();
            } else if (listener == null && !closed) {
                listen();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port + " again", e);
        } finally {
            lock.unlock();
        }
    }

    /** Delivers each reply this long after the server sent it, without slowing down those behind it. */
    public void delayReplies(Duration delay) {
        faults.delayReplies(delay);
    }

    /** While on, requests reach the server and its replies are swallowed for good. */
    public void dropReplies(boolean on) {
        faults.dropReplies(on);
    }

    /**
     * While on, nothing goes through and connections stay open. What was sent meanwhile is delivered afterwards, as TCP
     * does after a partition; a connection closed meanwhile is seen to be closed afterwards.
     */
    public void blackhole(boolean on) {
        faults.blackhole(on);
    }

    /**
     * Lets {@code bytes} more of replies through, then resets the connection whose reply it was, once. With 0 the next
     * reply is lost whole, its request having been done.
     */
    public void cutAfterReplyBytes(long bytes) {
        faults.replies().arm(bytes);
    }

    /**
     * Lets {@code bytes} more of requests through, then resets the connection whose request it was, once. With 0 the
     * next request is lost whole.
     */
    public void cutAfterRequestBytes(long bytes) {
        faults.requests().arm(bytes);
    }

    /** Whether a cut after so many bytes is still to come. */
    public boolean cutIsDue() {
        return faults.requests().isArmed() || faults.replies().isArmed();
    }

    /** Ends all faults. Connections that were cut or are half-open stay so. */
    public void heal() {
        faults.heal();
        refuse(false);
    }

    /** Stops listening, resets all connections and waits for the proxy's threads to end. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            stopListening();
        } finally {
            lock.unlock();
        }
        links.forEach(link -> {
            link.reset();
            link.join();
        });
    }

    private void listen() throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(Ports.address(port), BACKLOG);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        listener = socket;
        acceptor = FaultyLink.daemon("mortise-fault-proxy-" + port + "-accept", () -> accept(socket));
    }

    private void stopListening() {
        if (listener != null && acceptor != null) {
            FaultyLink.closeQuietly(listener);
            FaultyLink.join(acceptor);
            listener = null;
            acceptor = null;
        }
    }

    private void accept(ServerSocket socket) {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                FaultyLink link = new FaultyLink(client, target, faults, links::remove);
                links.add(link);
                link.start("mortise-fault-proxy-" + port + "-" + client.getPort());
            } catch (IOException closedOrOutOfDescriptors) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }
}
