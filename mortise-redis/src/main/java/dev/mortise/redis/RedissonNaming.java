package dev.mortise.redis;

import dev.mortise.spi.Escaped;
import dev.mortise.spi.LockId;
import java.util.List;
import java.util.Map;

/**
 * As Redisson names its locks, so that its clients and Mortise's nodes exclude and wake each other: the bare name is the
 * lock's key. What only Mortise knows stays below its own prefix.
 */
final class RedissonNaming extends Naming {

    private static final Map<String, String> NAMES =
            Map.of("names.lua", "redisson-names.lua", "pass-on.lua", "wake.lua");
    private static final KindScripts SCRIPTS = new KindScripts(
            Script.load("acquire", NAMES),
            Script.load("redisson-release", NAMES),
            Script.load("withdraw", NAMES),
            Scripts.RENEW,
            Scripts.AMEND,
            Scripts.INSPECT,
            Script.load("redisson-force", NAMES));

    private final String prefix;

    RedissonNaming(String prefix) {
        super(SCRIPTS);
        this.prefix = prefix;
    }

    /** {@inheritDoc} Made once per id: they remember what this node did with the lock. */
    @Override
    LockKeys keys(LockId lock) {
        if (lock.derived() instanceof SharedKeys known) {
            return known;
        }
        String name = lock.name();
        SharedKeys made = new SharedKeys(
                name, companion(prefix + "queue:", name), companion(prefix + "token:", name), channel(name));
        lock.keep(made);
        return made;
    }

    @Override
    String told(String name) {
        return name;
    }

    @Override
    void check(String name) {
        for (String own : List.of("queue:", "token:", "node:", MutexNaming.MUTEX)) {
            if (name.startsWith(prefix + own)) {
                throw new IllegalArgumentException("the name of a lock must not begin with '"
                        + Escaped.text(prefix + own)
                        + "' in Redisson's naming, where keys of Mortise do: choose another"
                        + " name, or another key prefix");
            }
        }
    }

    /** Redisson's own derivation. */
    private static String channel(String name) {
        return "redisson_lock__channel:" + (name.indexOf('{') < 0 ? "{" + name + "}" : name);
    }
}
