package dev.mortise.lettuce;

import dev.mortise.redis.Link;
import dev.mortise.redis.Outage;
import dev.mortise.redis.Request;
import dev.mortise.redis.Slots;
import dev.mortise.redis.Troubles;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Trouble;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests in order over one connection, which is made again when it is needed after it broke. A second one would bring
 * nothing: docs/decisions.md has the figures.
 *
 * <pre>
 *   no session --send--> dialing, calls wait --made--> waiting calls are sent, in order --none left--> session
 *   dialing --failed--> no session, waiting calls fail as not sent
 *   session --lost, silent--> no session, calls in flight fail as perhaps done
 * </pre>
 *
 * The lock is held for a few field accesses only, never while something is sent or completed.
 */
final class LettuceLink implements Link {

    private static final Logger LOG = LoggerFactory.getLogger(LettuceLink.class);

    private final Dialer dialer;
    private final Outage outage;
    private final ReentrantLock lock = new ReentrantLock();
    private List<Call> waiting = new ArrayList<>();
    private @Nullable CompletableFuture<?> dialing;
    private boolean closed;
    private volatile @Nullable Session session;
    private volatile Runnable remade = () -> {};
    private volatile boolean oneSlot;

    private LettuceLink(Dialer dialer) {
        this.dialer = dialer;
        this.outage = new Outage(LOG, "the connection over " + dialer.server, dialer.time::nanos);
    }

    /**
     * Makes the connection.
     *
     * @throws dev.mortise.MortiseException when the server cannot be reached or refuses
     */
    static LettuceLink open(Dialer dialer) {
        LettuceLink link = new LettuceLink(dialer);
        try {
            link.use(dialer.connectFirst().join());
        } catch (CompletionException e) {
            throw Troubles.exception(Troubles.notConnected(Objects.requireNonNullElse(e.getCause(), e)));
        }
        return link;
    }

    /** Makes no connection before one is needed. */
    static LettuceLink whenNeeded(Dialer dialer) {
        return new LettuceLink(dialer);
    }

    @Override
    public boolean keepsToOneSlot() {
        return oneSlot;
    }

    /** The server has refused a request whose keys are in several slots. */
    void keepToOneSlot() {
        oneSlot = true;
    }

    @Override
    public Reply<Object> send(Request request) {
        if (oneSlot && Slots.areSeveral(request.keys())) {
            return Reply.of(new Outcome.Failed<>(Troubles.crossSlot()));
        }
        Call call = new Call(request, false, dialer.time);
        Session now = session;
        if (now == null) {
            enqueue(call);
        } else {
            now.send(call);
        }
        return call;
    }

    @Override
    public void whenRemade(Runnable listener) {
        remade = listener;
    }

    @Override
    public void close() {
        CompletableFuture<?> attempt;
        Session now;
        lock.lock();
        try {
            closed = true;
            attempt = dialing;
            now = session;
        } finally {
            lock.unlock();
        }
        if (attempt != null) {
            attempt.cancel(false);
        }
        if (now != null) {
            now.end(Troubles.closed(true));
            now.closed()
                    .completeOnTimeout(null, dialer.limitNanos, TimeUnit.NANOSECONDS)
                    .join();
        }
    }

    /** Sends what waits over a new connection, then whatever comes. */
    private void use(StatefulRedisConnection<byte[], byte[]> connection) {
        Session made = new Session(connection, this, dialer);
        for (List<Call> next = takeWaiting(made); !next.isEmpty(); next = takeWaiting(made)) {
            next.forEach(made::send);
        }
    }

    /** A session has broken. */
    void lost(Throwable cause) {
        outage.lost(cause);
    }

    /** A session is over. */
    void left(Session over) {
        lock.lock();
        try {
            if (session == over) {
                session = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private void enqueue(Call call) {
        Session now;
        boolean refused;
        boolean dial = false;
        lock.lock();
        try {
            now = session;
            refused = closed;
            if (now == null && !refused) {
                waiting.add(call);
                dial = waiting.size() == 1 && dialing == null;
            }
        } finally {
            lock.unlock();
        }
        if (refused) {
            call.fail(Troubles.closed(false));
        } else if (now != null) {
            now.send(call);
        } else if (dial) {
            dial();
        }
    }

    private void dial() {
        CompletableFuture<StatefulRedisConnection<byte[], byte[]>> attempt = dialer.connect();
        boolean late;
        lock.lock();
        try {
            dialing = attempt;
            late = closed;
        } finally {
            lock.unlock();
        }
        attempt.whenComplete((made, failure) -> {
            if (failure == null) {
                outage.over();
                use(made);
                remade.run();
            } else {
                notConnected(failure);
            }
        });
        if (late) {
            attempt.cancel(false);
        }
    }

    private void notConnected(Throwable failure) {
        List<Call> unsent;
        Trouble trouble;
        lock.lock();
        try {
            unsent = waiting;
            waiting = new ArrayList<>();
            dialing = null;
            trouble = closed ? Troubles.closed(false) : Troubles.notConnected(failure);
        } finally {
            lock.unlock();
        }
        unsent.forEach(call -> call.fail(trouble));
    }

    /** Those that wait; once there are none the session takes over. */
    private List<Call> takeWaiting(Session made) {
        boolean late;
        lock.lock();
        try {
            if (!waiting.isEmpty()) {
                List<Call> taken = waiting;
                waiting = new ArrayList<>();
                return taken;
            }
            dialing = null;
            late = closed;
            if (!late && !made.isOver()) {
                session = made;
            }
        } finally {
            lock.unlock();
        }
        if (late) {
            made.end(Troubles.closed(true));
        }
        return List.of();
    }
}
