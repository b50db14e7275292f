package dev.mortise.redis;

import dev.mortise.LossCause;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Signals;
import dev.mortise.spi.Time;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Clients of Redisson on the same locks: hears their releases, and lets them have their turn.
 *
 * <p>They stand in no queue of ours, and tell a release on a channel per lock. So a node listens on the channel of every
 * lock that it was refused lately; it enlists once the server has confirmed that. And since a thread of this node is
 * always quicker than a message, the node stays out for a moment after a release that somebody else has heard: until
 * somebody else has released the lock again, or the moment is over.
 */
final class Neighbours {

    private static final long SHORTEST_OUT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONGEST_OUT_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

    private final Time time;
    private final Signals signals;
    private final LockChannels<SharedKeys> channels;

    Neighbours(Time time, Signals signals) {
        this.time = time;
        this.signals = signals;
        this.channels = new LockChannels<>(time);
    }

    /** Over which to listen; called once. */
    void over(Driver.Subscription messages) {
        channels.over(messages);
    }

    void close() {
        channels.close();
    }

    /** How long a new ask has to wait because others go first; one that was sent before may have been granted. */
    long millisOut(Ask ask, SharedKeys keys) {
        long left = keys.outUntil - time.nanos();
        return left <= 0 || ask.number() == keys.unanswered ? 0 : 1 + TimeUnit.NANOSECONDS.toMillis(left);
    }

    /** Whether a release of the lock would be heard. */
    boolean hears(SharedKeys keys) {
        return channels.hears(keys.channel);
    }

    /** What an ask was answered: whoever was refused and waits has to hear of the release. */
    void answered(Ask ask, SharedKeys keys, Outcome<Answer> outcome) {
        if (!(outcome instanceof Outcome.Done<Answer> done)) {
            return;
        }
        keys.unanswered = 0;
        if (done.value() instanceof Answer.Granted) {
            keys.granted = ask.number();
        } else if (ask.enlist()) {
            channels.listen(keys.channel, ask.lock(), keys);
        }
    }

    /** A release is about to be sent: whether this node will hear it as well. */
    boolean releasing(SharedKeys keys, long ask) {
        if (keys.granted == ask) {
            keys.granted = 0;
        }
        return channels.expectEcho(keys.channel);
    }

    /** How many have heard a release, and whether this node is one of them. */
    void released(SharedKeys keys, long listeners, boolean heardHere) {
        if (listeners > (heardHere ? 1 : 0)) {
            keys.outUntil =
                    time.nanos() + ThreadLocalRandom.current().nextLong(SHORTEST_OUT_NANOS, LONGEST_OUT_NANOS + 1);
        }
    }

    /** A release that should have been heard here was none. */
    void notReleased(SharedKeys keys, boolean heardHere) {
        if (heardHere) {
            channels.endEcho(keys.channel);
        }
    }

    void subscribed(String channel) {
        channels.confirmed(channel);
        channels.locks(channel).keySet().forEach(signals::look);
    }

    void interrupted() {
        channels.interrupted();
    }

    /** A message on one of the channels; {@code 0} says that the lock was released. */
    void message(String channel, byte[] payload) {
        if (payload.length == 1 && payload[0] == '0') {
            boolean echo = channels.endEcho(channel);
            channels.locks(channel).forEach((lock, keys) -> heard(lock, keys, echo));
        }
    }

    private void heard(LockId lock, SharedKeys keys, boolean echo) {
        long granted = keys.granted;
        if (!echo) {
            keys.outUntil = 0;
            if (granted != 0) {
                signals.lost(lock, granted, LossCause.FORCED); // it is looked after: the message may be an old one
            }
        }
        signals.look(lock);
    }
}
