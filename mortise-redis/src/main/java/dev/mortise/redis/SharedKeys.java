package dev.mortise.redis;

/** The keys of a lock that clients of Redisson use as well, its channel, and what this node did with it last. */
final class SharedKeys extends LockKeys {

    final String channel;

    /** The ask that was sent last and has no answer, which only the server can give; 0 for none. */
    volatile long unanswered;

    /** The ask that has the lock, as far as is known here; 0 for none. */
    volatile long granted;

    /** Until then others go first. */
    volatile long outUntil;

    SharedKeys(String key, String queue, String token, String channel) {
        super(key, queue, token);
        this.channel = channel;
    }
}
