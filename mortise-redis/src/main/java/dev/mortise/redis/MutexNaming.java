package dev.mortise.redis;

import dev.mortise.spi.LockId;

/** Mutexes: {@code <prefix>mutex:{name}}, the queue behind it, any name encoded so that it fits. */
final class MutexNaming extends Naming {

    /** What the prefix is followed by in every key that has to do with a mutex. */
    static final String MUTEX = "mutex:";

    private final String prefix;

    MutexNaming(String prefix, KindScripts scripts) {
        super(scripts);
        this.prefix = prefix;
    }

    @Override
    LockKeys keys(LockId lock) {
        String key = prefix + MUTEX + "{" + NameCode.encode(lock.name()) + "}";
        return new LockKeys(key, key + ":queue", null);
    }

    @Override
    String told(String name) {
        return NameCode.decode(name);
    }

    @Override
    void check(String name) {}
}
