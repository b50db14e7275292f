package dev.mortise.redis;

import dev.mortise.spi.LockId;

/** Mortise's own: {@code <prefix>{name}}, companions behind it, any name encoded so that it fits. */
final class OwnNaming extends Naming {

    private final String prefix;
    private final boolean sharded;

    OwnNaming(String prefix, boolean sharded) {
        super(sharded ? Scripts.SHARDED_LOCK : Scripts.LOCK);
        this.prefix = prefix;
        this.sharded = sharded;
    }

    @Override
    KindScripts mutexScripts() {
        return sharded ? Scripts.SHARDED_MUTEX : Scripts.MUTEX;
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
