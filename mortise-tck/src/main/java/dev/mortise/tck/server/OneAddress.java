package dev.mortise.tck.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One TCP address on loopback that leads to several servers, as a load balancer or a Kubernetes Service does. New connections
 * lead to the server that was named last, and existing ones stay where they are. Connections that subscribe can be made to
 * lead to another server than those that send commands.
 */
public final class OneAddress implements AutoCloseable {

    private static final int BACKLOG = 511;

    /** What a client sends before anything else; it is sent again to the server to which a connection moves. */
    private static final Set<String> HANDSHAKE = Set.of("HELLO", "AUTH", "CLIENT", "SELECT");

    private final ServerSocket listener = new ServerSocket();
    private final Thread acceptor;
    private final Set<Passage> passages = ConcurrentHashMap.newKeySet();
    private volatile int commandsAt;
    private volatile int subscriptionsAt;

    private OneAddress(int port) throws IOException {
        this.commandsAt = port;
        this.subscriptionsAt = port;
        listener.bind(Ports.address(Ports.free()), BACKLOG);
        this.acceptor = FaultyLink.daemon("mortise-one-address-" + port(), this::accept);
    }

    /** An address that leads to {@code 127.0.0.1:port}. */
    public static OneAddress of(int port) {
        try {
            return new OneAddress(port);
        } catch (IOException e) {
            throw new UncheckedIOException("no address in front of port " + port, e);
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

    /** New connections lead to that port from now on. Existing ones stay. */
    public void leadTo(int port) {
        commandsAt = port;
        subscriptionsAt = port;
    }

    /** A connection that subscribes from now on leads to that port, and all others to where they led before. */
    public void leadSubscriptionsTo(int port) {
        subscriptionsAt = port;
    }

    /** Stops listening, resets all connections and waits for the threads to end. */
    @Override
    public void close() {
        FaultyLink.closeQuietly(listener);
        FaultyLink.join(acceptor);
        passages.forEach(Passage::end);
        passages.forEach(Passage::join);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Passage passage = new Passage(listener.accept());
                passages.add(passage);
                passage.start();
            } catch (IOException closedOrOutOfDescriptors) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }

    /** One client's connection. Its own thread forwards requests; a thread for each server that it leads to forwards replies. */
    private final class Passage {

        private final Socket client;
        private final ByteArrayOutputStream handshake = new ByteArrayOutputStream();
        private int handshakes;
        private volatile @Nullable Socket server;
        private volatile @Nullable Thread requests;
        private int at;

        Passage(Socket client) {
            this.client = client;
        }

        void start() {
            requests = FaultyLink.daemon("mortise-one-address-" + port() + "-" + client.getPort(), () -> {
                try {
                    forward();
                } catch (IOException broken) {
                    // The client sees that its connection has ended.
                } finally {
                    end();
                    passages.remove(this);
                }
            });
        }

        void join() {
            Thread thread = requests;
            if (thread != null) {
                FaultyLink.join(thread);
            }
        }

        void end() {
            FaultyLink.closeQuietly(client);
            Socket leadsTo = server;
            if (leadsTo != null) {
                FaultyLink.closeQuietly(leadsTo);
            }
        }

        private void forward() throws IOException {
            client.setTcpNoDelay(true);
            Socket leadsTo = connect(commandsAt);
            repliesFrom(leadsTo);
            InputStream in = new BufferedInputStream(client.getInputStream());
            for (SentRequest next = SentRequest.read(in); next != null; next = SentRequest.read(in)) {
                if (HANDSHAKE.contains(next.command())) {
                    handshake.writeBytes(next.bytes());
                    handshakes++;
                } else if (next.command().endsWith("SUBSCRIBE") && subscriptionsAt != at) {
                    Socket before = leadsTo;
                    leadsTo = connect(subscriptionsAt);
                    FaultyLink.closeQuietly(before);
                    leadsTo.getOutputStream().write(handshake.toByteArray());
                    InputStream replies = leadsTo.getInputStream();
                    for (int i = 0; i < handshakes; i++) {
                        SentRequest.readReply(replies);
                    }
                    repliesFrom(leadsTo);
                }
                leadsTo.getOutputStream().write(next.bytes());
            }
        }

        private Socket connect(int port) throws IOException {
            Socket made = new Socket();
            made.connect(Ports.address(port));
            made.setTcpNoDelay(true);
            server = made;
            at = port;
            return made;
        }

        private void repliesFrom(Socket leadsTo) {
            FaultyLink.daemon("mortise-one-address-" + port() + "-" + client.getPort() + "-replies", () -> {
                try {
                    leadsTo.getInputStream().transferTo(client.getOutputStream());
                } catch (IOException broken) {
                    // as if the server had closed it
                }
                if (server == leadsTo) {
                    end();
                }
            });
        }
    }
}
