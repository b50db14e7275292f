package dev.mortise.lettuce;

import dev.mortise.redis.PendingReply;
import dev.mortise.redis.Request;
import dev.mortise.redis.ServerError;
import dev.mortise.redis.Troubles;
import dev.mortise.redis.WireException;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Time;
import dev.mortise.spi.Trouble;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.CompleteableCommand;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request on its way: Lettuce's command and Mortise's reply in one. It is written at most once. */
final class Call extends PendingReply implements RedisCommand<byte[], byte[], Object>, CompleteableCommand<Object> {

    private static final int CRLF = '\r' << 8 | '\n';

    final long sentNanos;

    /** Set before it is sent. */
    @Nullable
    Session session;

    private final Request request;
    private final boolean withSource;
    private final Time time;
    private CommandOutput<byte[], byte[], Object> output = new ScriptOutput();
    private boolean written;

    Call(Request request, boolean withSource, Time time) {
        this.request = request;
        this.withSource = withSource;
        this.time = time;
        this.sentNanos = time.nanos();
    }

    void fail(Trouble trouble) {
        complete(new Outcome.Failed<>(trouble));
    }

    @Override
    protected long nanos() {
        return time.nanos();
    }

    /** The server has answered. */
    @Override
    public void complete() {
        Session on = Objects.requireNonNull(session);
        on.answered(this);
        ServerError error = output.hasError() ? new ServerError(output.getError()) : null;
        if (error != null && error.isCrossSlot()) {
            on.keepToOneSlot();
        }
        if (error != null && error.code().equals("NOSCRIPT") && !withSource) {
            goOn(on, new Call(request, true, time));
            return;
        }
        if (error == null) {
            on.works();
        } else if (request.isScript() && on.hasWorked() && Troubles.endsConnection(error)) {
            fail(Troubles.connectionEnded(error));
            on.broke(new IOException("the server answered: " + error.message()));
            return;
        }
        Object value = request.after(error == null ? output.get() : error);
        if (value instanceof Request next) {
            goOn(on, new Call(next, false, time));
        } else if (value instanceof ServerError refusal) {
            fail(Troubles.of(refusal));
        } else {
            complete(done(value));
        }
        if (error != null && Troubles.isReplica(error)) {
            on.broke(new IOException("the server is a replica now"));
        }
    }

    /** What comes next goes over the same connection; its answer is that of this call. */
    private void goOn(Session on, Call next) {
        next.then(Runnable::run, this::complete);
        on.send(next);
    }

    @SuppressWarnings("NullAway") // a script may answer nil
    private static Outcome<Object> done(@Nullable Object value) {
        return new Outcome.Done<>(value);
    }

    /** How long the server may keep silent beside the limit. */
    long patienceNanos() {
        return TimeUnit.MILLISECONDS.toNanos(request.patienceMillis());
    }

    /** Whether {@code ASKING} goes before it. */
    boolean isAsking() {
        return request.isAsking();
    }

    @Override
    public boolean completeExceptionally(Throwable cause) {
        Objects.requireNonNull(session).broke(cause);
        return true;
    }

    @Override
    public void cancel() {
        completeExceptionally(new CancellationException("Lettuce has given up the request"));
    }

    /** Lettuce asks for this to forget the time-out of a command, if the client has such. */
    @Override
    public void onComplete(BiConsumer<? super Object, Throwable> action) {
        then(Runnable::run, outcome -> tell(outcome, action));
    }

    @Override
    public void onComplete(Consumer<? super Object> action) {
        onComplete((value, failure) -> action.accept(value));
    }

    @SuppressWarnings("NullAway") // one of the two is null, as in a CompletionStage
    private static void tell(Outcome<Object> outcome, BiConsumer<? super Object, Throwable> action) {
        if (outcome instanceof Outcome.Done<Object> done) {
            action.accept(done.value(), null);
        } else if (outcome instanceof Outcome.Failed<Object> failed) {
            action.accept(null, new WireException(failed.trouble()));
        }
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public ProtocolKeyword getType() {
        return !request.isScript()
                ? new Command(request.args()[0])
                : withSource ? CommandType.EVAL : CommandType.EVALSHA;
    }

    @Override
    public CommandOutput<byte[], byte[], Object> getOutput() {
        return output;
    }

    @Override
    public void setOutput(CommandOutput<byte[], byte[], Object> output) {
        this.output = output;
    }

    /** None: the request is written by {@link #encode}. */
    @Override
    public @Nullable CommandArgs<byte[], byte[]> getArgs() {
        return null;
    }

    @Override
    public void encode(ByteBuf to) {
        if (written) {
            throw new IllegalStateException("a request is never sent again");
        }
        written = true;
        byte[][] keys = request.keys();
        byte[][] args = request.args();
        if (!request.isScript()) {
            number(to, '*', args.length);
            for (byte[] each : args) {
                word(to, each);
            }
            return;
        }
        number(to, '*', 3 + keys.length + args.length);
        word(to, getType().getBytes());
        word(to, withSource ? request.script().source() : request.script().sha());
        word(to, Integer.toString(keys.length).getBytes(StandardCharsets.US_ASCII));
        for (byte[] key : keys) {
            word(to, key);
        }
        for (byte[] arg : args) {
            word(to, arg);
        }
    }

    /** A plain command, as Lettuce names it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Command(byte[] bytes) implements ProtocolKeyword {
        @Override
        public byte[] getBytes() {
            return bytes;
        }

        @Override
        public String toString() {
            return new String(bytes, StandardCharsets.US_ASCII);
        }
    }

    private static void word(ByteBuf to, byte[] bytes) {
        number(to, '$', bytes.length);
        to.writeBytes(bytes);
        to.writeShort(CRLF);
    }

    private static void number(ByteBuf to, char kind, int number) {
        to.writeByte(kind);
        digits(to, number);
        to.writeShort(CRLF);
    }

    private static void digits(ByteBuf to, int number) {
        if (number >= 10) {
            digits(to, number / 10);
        }
        to.writeByte('0' + number % 10);
    }
}
