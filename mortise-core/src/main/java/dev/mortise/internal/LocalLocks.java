package dev.mortise.internal;

import dev.mortise.spi.LockId;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The local locks of a node, one per name in use. They are referenced weakly: a lock stays while a user's object, a
 * waiter, a watched grant or an untold loss refers to it, and leaves with the last of them.
 */
final class LocalLocks {

    /** How many locks are kept for the sake of an untold loss. */
    private static final int KEPT = 1_000;

    private final Engine engine;
    private final ConcurrentMap<LockId, Entry> entries = new ConcurrentHashMap<>();
    private final ReferenceQueue<LocalLock> collected = new ReferenceQueue<>();
    private final ReentrantLock keeping = new ReentrantLock();
    private final Set<LocalLock> kept = new LinkedHashSet<>();

    LocalLocks(Engine engine) {
        this.engine = engine;
    }

    /**
     * The local lock of that id, made if there is none.
     *
     * @throws IllegalArgumentException when it is in use as the other kind, which has the same key
     */
    LocalLock get(LockId id, boolean fair) {
        forgetCollected();
        LocalLock found = find(id);
        while (found == null) {
            LocalLock made = new LocalLock(engine, id, fair);
            Entry entry = entries.compute(
                    id, (key, old) -> old != null && old.get() != null ? old : new Entry(made, collected));
            found = entry.get();
        }
        if (found.fair != fair) {
            String inUse = found.fair ? "fairLock()" : "lock()";
            throw new IllegalArgumentException(id + " is in use by " + inUse
                    + " of this node, which has the same key: use " + inUse + " everywhere, or another name");
        }
        return found;
    }

    @Nullable
    LocalLock find(LockId id) {
        Entry entry = entries.get(id);
        return entry == null ? null : entry.get();
    }

    void forEach(Consumer<LocalLock> consumer) {
        entries.values().forEach(entry -> {
            LocalLock lock = entry.get();
            if (lock != null) {
                consumer.accept(lock);
            }
        });
    }

    /** Keeps a lock whose lost hold its thread has not been told of; of too many the oldest is let go. */
    void keep(LocalLock lock) {
        keeping.lock();
        try {
            kept.add(lock);
            if (kept.size() > KEPT) {
                kept.remove(kept.iterator().next());
            }
        } finally {
            keeping.unlock();
        }
    }

    void unkeep(LocalLock lock) {
        keeping.lock();
        try {
            kept.remove(lock);
        } finally {
            keeping.unlock();
        }
    }

    /** Forgets names that nobody uses, and losses that nobody can be told of any more. */
    void forgetDead() {
        forgetCollected();
        List<LocalLock> some;
        keeping.lock();
        try {
            some = List.copyOf(kept);
        } finally {
            keeping.unlock();
        }
        some.forEach(LocalLock::forgetDead);
    }

    int size() {
        return entries.size();
    }

    private void forgetCollected() {
        Reference<? extends LocalLock> gone;
        while ((gone = collected.poll()) != null) {
            Entry entry = (Entry) gone;
            entries.remove(entry.id, entry);
        }
    }

    private static final class Entry extends WeakReference<LocalLock> {
        private final LockId id;

        Entry(LocalLock lock, ReferenceQueue<LocalLock> queue) {
            super(lock, queue);
            this.id = lock.id;
        }
    }
}
