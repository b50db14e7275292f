package dev.mortise.lettuce;

import dev.mortise.redis.Troubles;
import dev.mortise.spi.Trouble;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.io.EOFException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One Lettuce connection from when it is made until it breaks. The client may be set to reconnect and to send again what
 * was in flight; that never happens here: whatever is in flight is completed first, and Lettuce writes no completed
 * command; then the connection is closed.
 */
final class Session implements RedisConnectionStateListener {

    /** A request is found unanswered at the first look after its limit, and the connection broken at the next. */
    private static final int LOOKS_PER_LIMIT = 8;

    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final LettuceLink link;
    private final Dialer dialer;
    private final Queue<Call> inFlight = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Trouble> over = new AtomicReference<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final AtomicBoolean watched = new AtomicBoolean();

    /** Used by the thread that reads replies only. */
    private boolean worked;

    /** Used by the timer only. */
    private @Nullable Call overdue;

    Session(StatefulRedisConnection<byte[], byte[]> connection, LettuceLink link, Dialer dialer) {
        this.connection = connection;
        this.link = link;
        this.dialer = dialer;
        connection.addListener(this);
    }

    boolean isOver() {
        return over.get() != null;
    }

    void send(Call call) {
        call.session = this;
        inFlight.add(call);
        Trouble ended = over.get();
        if (ended != null) {
            call.fail(ended);
            return;
        }
        try {
            if (call.isAsking()) {
                connection.dispatch(List.of(asking(), call));
            } else {
                connection.dispatch(call);
            }
        } catch (RuntimeException e) {
            broke(e);
        }
        watch();
    }

    private static RedisCommand<byte[], byte[], String> asking() {
        return new Command<>(CommandType.ASKING, new StatusOutput<>(ByteArrayCodec.INSTANCE));
    }

    void answered(Call call) {
        inFlight.remove(call);
    }

    /** A reply that is no error has come. */
    void works() {
        worked = true;
    }

    boolean hasWorked() {
        return worked;
    }

    void keepToOneSlot() {
        link.keepToOneSlot();
    }

    void broke(Throwable cause) {
        if (!isOver()) {
            link.lost(cause);
            end(Troubles.lost(cause, true));
        }
    }

    /** Fails what is in flight and closes the connection, once. */
    void end(Trouble why) {
        if (over.compareAndSet(null, why)) {
            link.left(this);
            for (Call call = inFlight.poll(); call != null; call = inFlight.poll()) {
                call.fail(why);
            }
            connection.removeListener(this);
            dialer.giveBack(connection).whenComplete((done, failure) -> closed.complete(null));
        }
    }

    /** Completed when the connection is closed. */
    CompletableFuture<Void> closed() {
        return closed;
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
        broke(new EOFException("the connection was closed"));
    }

    /** Sees to it that the timer looks after what is in flight. */
    private void watch() {
        if (!watched.get() && watched.compareAndSet(false, true)) {
            dialer.time.schedule(dialer.time.nanos() + dialer.limitNanos / LOOKS_PER_LIMIT, this::look);
        }
    }

    /** One look alone would not do: after a pause of the whole process the reply may be there, not yet read. */
    private void look() {
        watched.set(false);
        Call oldest = inFlight.peek();
        if (oldest == null) {
            overdue = null;
        } else if (oldest == overdue) {
            broke(new SocketTimeoutException("no reply in time"));
        } else {
            overdue = dialer.time.nanos() - oldest.sentNanos >= dialer.limitNanos + oldest.patienceNanos()
                    ? oldest
                    : null;
            watch();
        }
    }
}
