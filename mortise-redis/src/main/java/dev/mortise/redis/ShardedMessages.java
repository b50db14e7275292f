package dev.mortise.redis;

import dev.mortise.spi.LockId;
import dev.mortise.spi.Signals;
import dev.mortise.spi.Time;
import java.util.function.Consumer;

/**
 * Messages on sharded channels, which stay inside the servers that have the lock's slot: a node listens on one for each lock
 * that it was refused lately.
 */
final class ShardedMessages implements Driver.Subscriber {

    private final String node;
    private final Signals signals;
    private final Consumer<byte[]> told;
    private final LockChannels<LockKeys> channels;

    /**
     * @param told reads a message
     */
    ShardedMessages(String node, Time time, Signals signals, Consumer<byte[]> told) {
        this.node = node;
        this.signals = signals;
        this.told = told;
        this.channels = new LockChannels<>(time);
    }

    /** Over which to listen; called once. Closed by its owner. */
    void over(Driver.Subscription messages) {
        channels.over(messages);
    }

    void close() {
        channels.close();
    }

    /** Whether this node would hear that it has the lock: else it must not stand in the queue. */
    boolean hears(LockKeys keys) {
        return channels.hears(keys.channel(node));
    }

    /** Somebody of this node waits for the lock. */
    void listen(LockId lock, LockKeys keys) {
        channels.listen(keys.channel(node), lock, keys);
    }

    @Override
    public void subscribed(String channel) {
        channels.confirmed(channel);
        look(channel);
    }

    @Override
    public void interrupted(String channel) {
        channels.interrupted(channel);
        look(channel); // those who sleep would not be told: they must poll
    }

    @Override
    public void interrupted() {
        throw new UnsupportedOperationException("told of each channel");
    }

    @Override
    public void message(String channel, byte[] payload) {
        told.accept(payload);
    }

    private void look(String channel) {
        channels.locks(channel).keySet().forEach(signals::look);
    }
}
