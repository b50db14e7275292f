package dev.mortise.redis;

import dev.mortise.spi.LockId;
import java.nio.charset.StandardCharsets;

/**
 * What the store derives from a lock's name once: its keys, in the order of the scripts, the keys alone, and the messages
 * about it.
 */
final class LockKeys {

    final byte[][] all;
    final byte[][] lockOnly;
    final byte[] kind;
    final byte[] look;
    final byte[] lostName;
    final int affinity;

    private LockKeys(LockId lock, String prefix) {
        String name = NameCode.encode(lock.name());
        String key = prefix + "{" + name + "}";
        this.all = new byte[][] {
            bytes(key), bytes(key + ":token"), bytes(key + ":queue"), bytes(key + ":waiters"),
        };
        this.lockOnly = new byte[][] {all[0]};
        this.kind = bytes(lock.kind());
        this.look = bytes(Message.look(lock.kind(), name));
        this.lostName = bytes(" " + name);
        this.affinity = key.hashCode();
    }

    static LockKeys of(LockId lock, String prefix) {
        Object known = lock.derived();
        if (known instanceof LockKeys keys) {
            return keys;
        }
        LockKeys made = new LockKeys(lock, prefix);
        lock.keep(made);
        return made;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
