package dev.mortise.lettuce;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;

/**
 * A command that finds out whether a connection accepts commands. It is complete from the start, so Lettuce never sends it, but
 * a connection that is not yet active, or no longer, rejects it.
 */
final class Probe extends Command<byte[], byte[], String> {

    private boolean refused;

    private Probe() {
        super(CommandType.PING, new StatusOutput<>(ByteArrayCodec.INSTANCE));
    }

    /**
     * Whether the connection accepts commands. After a login with a password, Lettuce may hand out a connection a moment before
     * another thread activates it.
     */
    @SuppressWarnings("unchecked") // The probe is never encoded, so the codec of the connection does not matter.
    static boolean isAcceptedBy(StatefulConnection<?, ?> connection) {
        Probe probe = new Probe();
        try {
            ((StatefulConnection<byte[], byte[]>) connection).dispatch(probe);
        } catch (RuntimeException e) {
            return false;
        }
        return !probe.refused;
    }

    @Override
    public boolean isDone() {
        return true;
    }

    @Override
    public boolean completeExceptionally(Throwable cause) {
        refused = true;
        return true;
    }
}
