package dev.mortise.redis;

import dev.mortise.spi.LockId;

/** Mortise's own: {@code <prefix>{name}}, companions behind it, any name encoded so that it fits. */
final class OwnNaming extends Naming {

    /** Whether nodes are told on sharded channels. */
    final boolean shardedMessages;

    private final String prefix;
    private final KindScripts mutexScripts;

    private OwnNaming(String prefix, KindScripts scripts, KindScripts mutexScripts, boolean shardedMessages) {
        super(scripts);
        this.prefix = prefix;
        this.mutexScripts = mutexScripts;
        this.shardedMessages = shardedMessages;
    }

    /**
     * With messages on the nodes' channels.
     *
     * @param sharded whether the keys of a script must be of one slot
     */
    static OwnNaming classic(String prefix, boolean sharded) {
        return sharded
                ? new OwnNaming(prefix, Scripts.SHARDED_LOCK, Scripts.SHARDED_MUTEX, false)
                : new OwnNaming(prefix, Scripts.LOCK, Scripts.MUTEX, false);
    }

    /** With messages on sharded channels. */
    static OwnNaming sharded(String prefix) {
        return new OwnNaming(prefix, Scripts.LOCK_IN_SLOT, Scripts.MUTEX_IN_SLOT, true);
    }

    @Override
    KindScripts mutexScripts() {
        return mutexScripts;
    }

    /** {@inheritDoc} Made for each request, so that a lock which is only held has none. */
    @Override
    LockKeys keys(LockId lock) {
        String key = prefix + "{" + NameCode.encode(lock.name()) + "}";
        return new LockKeys(key, key + ":queue", key + ":token");
    }

    @Override
    String told(String name) {
        return NameCode.decode(name);
    }

    @Override
    void check(String name) {}
}
