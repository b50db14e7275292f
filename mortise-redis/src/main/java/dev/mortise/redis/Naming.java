package dev.mortise.redis;

import dev.mortise.spi.LockId;

/** How locks of one kind are named in Redis, and their scripts, of which some depend on it. */
abstract class Naming {

    final KindScripts scripts;

    Naming(KindScripts scripts) {
        this.scripts = scripts;
    }

    /** The scripts of mutexes that go with it. */
    KindScripts mutexScripts() {
        return Scripts.MUTEX;
    }

    /** The lock's keys. */
    abstract LockKeys keys(LockId lock);

    /** The name of a lock from the way messages tell it. */
    abstract String told(String name);

    /**
     * Refuses a name that cannot be a lock's.
     *
     * @throws IllegalArgumentException with the reason
     */
    abstract void check(String name);

    /**
     * The key of something that belongs to a lock whose key is its bare name: in the lock's slot, and no two names share
     * one, although {@code a} and {@code {a}} have one slot.
     */
    static String companion(String what, String name) {
        return what + (name.indexOf('{') < 0 ? "{" + name + "}" : ":" + name);
    }
}
