package dev.mortise.redis;

import dev.mortise.spi.Escaped;
import dev.mortise.spi.LockId;

/** Mutexes that programs in other languages use as well: the bare name is the key. The queue stays below our own prefix. */
final class BareMutexNaming extends Naming {

    private final String prefix;

    BareMutexNaming(String prefix, KindScripts scripts) {
        super(scripts);
        this.prefix = prefix;
    }

    @Override
    LockKeys keys(LockId lock) {
        return new LockKeys(lock.name(), companion(prefix + MutexNaming.MUTEX + "queue:", lock.name()), null);
    }

    @Override
    String told(String name) {
        return name;
    }

    @Override
    void check(String name) {
        if (!prefix.isEmpty() && name.startsWith(prefix)) {
            throw new IllegalArgumentException("the bare name of a mutex must not begin with '" + Escaped.text(prefix)
                    + "', where keys of Mortise do: choose another name, or another key prefix");
        }
    }
}
