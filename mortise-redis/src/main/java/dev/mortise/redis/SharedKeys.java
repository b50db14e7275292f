package dev.mortise.redis;

/** The keys of a lock that clients of Redisson use as well, its channel, and what this node did with it last. */
final class SharedKeys extends LockKeys {

    final String channel;

    /** The highest ask that was sent: what was sent once must be answered by the server. */
    volatile long lastAsk;

    /** The ask that has the lock, as far as is known here; 0 for none. */
    volatile long granted;

    /** Until then others go first. */
    volatile long outUntil;

    SharedKeys(String key, String queue, String token, String channel) {
        super(key, queue, token);
        this.channel = channel;
    }
}
