package dev.mortise.redis;

import dev.mortise.spi.Reply;
import dev.mortise.spi.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A link that combines the requests of many threads over a few connections: a caller that finds its connection free
 * drives it on its own thread, and takes along what others have queued. One daemon thread connects, and drives what no
 * caller drives. {@link CombiningConnection} has the algorithm.
 *
 * <p>Every reply must be awaited or given a callback; a request whose reply nobody wants may stay unsent.
 */
public final class CombiningLink implements Link {

    /** How many connections a link has unless told otherwise. */
    public static final int CONNECTIONS = 2;

    private static final Logger LOG = LoggerFactory.getLogger(CombiningLink.class);
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final WireFactory factory;
    private final Duration requestLimit;
    private final Predicate<Thread> mayDrive;
    private final CombiningConnection[] connections;
    private final Thread io;
    private final Outage outage;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile Runnable remade = () -> {};
    private volatile boolean oneSlot;

    CombiningLink(
            String server,
            WireFactory factory,
            int connections,
            Time time,
            Duration requestLimit,
            String threadName,
            Predicate<Thread> mayDrive) {
        this.factory = factory;
        this.requestLimit = requestLimit;
        this.mayDrive = mayDrive;
        this.outage = new Outage(LOG, "a connection over " + server, time::nanos);
        this.io = new Thread(this::run, threadName);
        this.connections = new CombiningConnection[connections];
        int limitMillis = (int) Math.min(Math.max(1, requestLimit.toMillis()), Integer.MAX_VALUE);
        for (int i = 0; i < connections; i++) {
            this.connections[i] = new CombiningConnection(this, time, limitMillis);
        }
    }

    /**
     * Makes the first connection on the calling thread; the others are made when they are needed.
     *
     * @param server the client library and the server, for the log
     * @param requestLimit how long a request may stay unanswered before its connection counts as broken
     * @param threadName for the I/O thread
     * @throws dev.mortise.MortiseException when the server cannot be reached or refuses
     */
    public static CombiningLink open(
            String server, WireFactory factory, int connections, Time time, Duration requestLimit, String threadName) {
        CombiningLink link = new CombiningLink(
                server,
                factory,
                connections,
                time,
                requestLimit,
                threadName,
                thread -> !VirtualThreads.isVirtual(thread));
        try {
            link.connections[0].use(factory.connect());
        } catch (IOException | RuntimeException e) {
            throw Troubles.exception(Troubles.notConnected(e));
        }
        link.start();
        return link;
    }

    /**
     * Makes no connection before one is needed.
     *
     * @param server the client library and the server, for the log
     * @param requestLimit how long a request may stay unanswered before its connection counts as broken
     * @param threadName for the I/O thread
     */
    public static CombiningLink whenNeeded(
            String server, WireFactory factory, int connections, Time time, Duration requestLimit, String threadName) {
        CombiningLink link = new CombiningLink(
                server,
                factory,
                connections,
                time,
                requestLimit,
                threadName,
                thread -> !VirtualThreads.isVirtual(thread));
        link.start();
        return link;
    }

    void start() {
        io.setDaemon(true);
        io.start();
    }

    @Override
    public Reply<Object> send(Request request) {
        return connections[Math.floorMod(request.affinity(), connections.length)].push(request);
    }

    @Override
    public Reply<Object> launch(Request request) {
        return connections[Math.floorMod(request.affinity(), connections.length)].launch(request);
    }

    @Override
    public void whenRemade(Runnable listener) {
        remade = listener;
    }

    @Override
    public boolean keepsToOneSlot() {
        return oneSlot;
    }

    /** The server has refused a request whose keys are in several slots. */
    void keepToOneSlot() {
        oneSlot = true;
    }

    /** {@inheritDoc} Waits for the I/O thread to end, which a connection attempt can delay by the request limit. */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        for (CombiningConnection connection : connections) {
            connection.shut();
        }
        LockSupport.unpark(io);
        boolean interrupted = Thread.interrupted();
        long begin = System.nanoTime();
        long limit = requestLimit.toNanos() + TimeUnit.SECONDS.toNanos(1);
        while (Thread.currentThread() != io && !isEnded() && System.nanoTime() - begin < limit) {
            if (System.nanoTime() - begin > PATIENCE_NANOS) {
                for (CombiningConnection connection : connections) {
                    connection.cut();
                }
            }
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(1));
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isClosed() {
        return closing.get();
    }

    boolean mayDrive(Thread thread) {
        return mayDrive.test(thread);
    }

    void wakeIo() {
        LockSupport.unpark(io);
    }

    Wire connect() throws IOException {
        try {
            Wire wire = factory.connect();
            outage.over();
            return wire;
        } catch (IOException | RuntimeException e) {
            LOG.debug("no connection could be made", e);
            throw e;
        }
    }

    void close(Wire wire) {
        try {
            wire.close();
        } catch (RuntimeException e) {
            LOG.debug("a connection could not be closed", e);
        }
    }

    void discard(Wire wire) {
        try {
            wire.discard();
        } catch (RuntimeException e) {
            LOG.debug("a connection could not be closed", e);
        }
    }

    void lost(Throwable cause) {
        outage.lost(cause);
    }

    /** A connection has another wire than before. */
    void remade() {
        remade.run();
    }

    private boolean isEnded() {
        boolean ended = true;
        for (CombiningConnection connection : connections) {
            ended &= connection.finish();
        }
        return ended && !io.isAlive();
    }

    private void run() {
        while (!isClosed()) {
            if (!serve() && !isClosed()) {
                LockSupport.park(this);
                boolean ignored = Thread.interrupted(); // else park would not park any more
            }
        }
    }

    private boolean serve() {
        boolean more = false;
        for (CombiningConnection connection : connections) {
            try {
                more |= connection.serve(othersWait(connection) ? 1 : CombiningConnection.SLICE_MILLIS);
            } catch (RuntimeException | Error e) {
                LOG.error("{} goes on after a failure of its own", io.getName(), e);
            }
        }
        return more;
    }

    private boolean othersWait(CombiningConnection than) {
        for (CombiningConnection connection : connections) {
            if (connection != than && connection.ioWanted()) {
                return true;
            }
        }
        return false;
    }
}
