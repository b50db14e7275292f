package dev.mortise.redis;

import dev.mortise.spi.LockId;

/** How locks are named in Redis, and those scripts that depend on it. */
abstract class Naming {

    final Script acquire;
    final Script release;
    final Script withdraw;
    final Script force;

    Naming(Script acquire, Script release, Script withdraw, Script force) {
        this.acquire = acquire;
        this.release = release;
        this.withdraw = withdraw;
        this.force = force;
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
}
