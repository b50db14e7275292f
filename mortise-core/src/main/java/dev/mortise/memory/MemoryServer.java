package dev.mortise.memory;

import dev.mortise.LockView;
import dev.mortise.LossCause;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Store;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Locks kept in memory by the same rules as in Redis. Several nodes may share one server: {@link #store()} gives a store
 * for each. With a {@link MovableTime} given to the nodes, leases end when the test says so.
 */
public final class MemoryServer {

    /** How long the head of a queue may take to fetch a free lock before it is skipped. */
    private static final long WAKE_GRACE_MILLIS = 250;

    private final ReentrantLock mutex = new ReentrantLock();
    private final Map<LockId, Entry> entries = new HashMap<>();
    private final Map<String, MemoryStore> nodes = new HashMap<>();

    /** What nodes are to be told once the mutex is left: a waiter without a thread asks on the thread that wakes it. */
    private final List<Runnable> toTell = new ArrayList<>();

    /** A server without locks. */
    public MemoryServer() {}

    /** A store for one node. */
    public Store store() {
        return new MemoryStore(this);
    }

    void join(MemoryStore store) {
        mutex.lock();
        try {
            nodes.put(store.node().id(), store);
        } finally {
            unlockAndTell();
        }
    }

    void leave(MemoryStore store) {
        mutex.lock();
        try {
            nodes.remove(store.node().id());
        } finally {
            unlockAndTell();
        }
    }

    Answer acquire(MemoryStore from, Ask ask) {
        mutex.lock();
        try {
            Entry entry = entries.computeIfAbsent(ask.lock(), id -> new Entry());
            long now = from.nowMillis();
            entry.expire(now);
            String node = from.node().id();
            if (entry.isOf(node, ask.number())) {
                entry.endMillis = Math.max(entry.endMillis, now + ask.leaseMillis());
                return entry.granted();
            }
            if (entry.holderNode == null && (ask.barge() || mayTake(entry, ask.lock(), node, now))) {
                entry.grant(from, ask, now);
                return entry.granted();
            }
            if (ask.enlist()) {
                entry.queue.put(node, ask.number());
                entry.seen.put(node, now);
            }
            return new Answer.Refused(entry.millisToLook(now), ask.enlist());
        } finally {
            unlockAndTell();
        }
    }

    Answer release(MemoryStore from, LockId lock, long ask, long lastToken) {
        mutex.lock();
        try {
            Entry entry = entries.get(lock);
            if (entry == null || !entry.isOf(from.node().id(), ask)) {
                return new Answer.Gone();
            }
            entry.expire(from.nowMillis());
            if (entry.holderNode == null) {
                return new Answer.Gone();
            }
            entry.holderNode = null;
            entry.lastToken = Math.max(entry.lastToken, lastToken);
            wakeHead(entry, lock, from.nowMillis());
            return new Answer.Released();
        } finally {
            unlockAndTell();
        }
    }

    Answer withdraw(MemoryStore from, Ask ask) {
        mutex.lock();
        try {
            Entry entry = entries.get(ask.lock());
            if (entry == null) {
                return new Answer.Gone();
            }
            String node = from.node().id();
            Long queued = entry.queue.get(node);
            if (queued != null && queued <= ask.number()) {
                entry.forget(node);
                if (entry.holderNode == null) {
                    wakeHead(entry, ask.lock(), from.nowMillis());
                }
            }
            return entry.isOf(node, ask.number()) ? new Answer.Granted(entry.token) : new Answer.Gone();
        } finally {
            unlockAndTell();
        }
    }

    boolean renew(MemoryStore from, LockId lock, long ask, long leaseMillis) {
        mutex.lock();
        try {
            Entry entry = live(from, lock);
            if (entry == null || !entry.isOf(from.node().id(), ask)) {
                return false;
            }
            entry.endMillis = Math.max(entry.endMillis, from.nowMillis() + leaseMillis);
            return true;
        } finally {
            unlockAndTell();
        }
    }

    boolean amend(MemoryStore from, LockId lock, long ask, String owner, int count) {
        mutex.lock();
        try {
            Entry entry = live(from, lock);
            if (entry == null || !entry.isOf(from.node().id(), ask)) {
                return false;
            }
            entry.owner = owner;
            entry.count = count;
            return true;
        } finally {
            unlockAndTell();
        }
    }

    long millisLeft(MemoryStore from, LockId lock) {
        mutex.lock();
        try {
            Entry entry = live(from, lock);
            return entry == null || entry.holderNode == null ? -2 : entry.endMillis - from.nowMillis();
        } finally {
            unlockAndTell();
        }
    }

    boolean force(MemoryStore from, LockId lock) {
        MemoryStore holder;
        long ask;
        mutex.lock();
        try {
            Entry entry = live(from, lock);
            if (entry == null || entry.holderNode == null) {
                return false;
            }
            holder = nodes.get(entry.holderNode);
            ask = entry.ask;
            entry.holderNode = null;
            entry.lastToken++;
            wakeHead(entry, lock, from.nowMillis());
        } finally {
            unlockAndTell();
        }
        if (holder != null) {
            holder.signals().lost(lock, ask, LossCause.FORCED);
        }
        return true;
    }

    LockView inspect(MemoryStore from, LockId lock) {
        mutex.lock();
        try {
            Entry entry = live(from, lock);
            if (entry == null) {
                return new LockView(lock.name(), null, List.of());
            }
            List<LockView.Waiter> waiters = new ArrayList<>();
            for (String node : entry.queue.keySet()) {
                Instant seen = Instant.ofEpochMilli(entry.seen.getOrDefault(node, 0L));
                waiters.add(new LockView.Waiter(node, labelOf(node), seen));
            }
            return new LockView(lock.name(), entry.view(from.nowMillis(), this), waiters);
        } finally {
            unlockAndTell();
        }
    }

    /** The names of locks that are held or waited for. */
    public List<String> names(Time time) {
        mutex.lock();
        try {
            List<String> names = new ArrayList<>();
            entries.forEach((id, entry) -> {
                entry.expire(time.wallMillis());
                if (entry.holderNode != null || !entry.queue.isEmpty()) {
                    names.add(id.name());
                }
            });
            return names;
        } finally {
            unlockAndTell();
        }
    }

    private @Nullable Entry live(MemoryStore from, LockId lock) {
        Entry entry = entries.get(lock);
        if (entry != null) {
            entry.expire(from.nowMillis());
        }
        return entry;
    }

    /** Whether a free lock is that node's: nobody waits, or it is the head of the queue; heads that sleep are skipped. */
    private boolean mayTake(Entry entry, LockId lock, String node, long now) {
        while (!entry.queue.isEmpty()) {
            String head = entry.queue.keySet().iterator().next();
            if (head.equals(node)) {
                return true;
            }
            if (entry.wokenMillis != 0 && now - entry.wokenMillis >= WAKE_GRACE_MILLIS) {
                entry.forget(head);
            } else if (entry.wokenMillis != 0) {
                return false;
            }
            wakeHead(entry, lock, now);
        }
        return true;
    }

    private void wakeHead(Entry entry, LockId lock, long now) {
        Iterator<String> heads = entry.queue.keySet().iterator();
        while (heads.hasNext()) {
            MemoryStore head = nodes.get(heads.next());
            if (head != null) {
                entry.wokenMillis = now;
                toTell.add(() -> head.signals().look(lock));
                return;
            }
            heads.remove();
        }
        entry.wokenMillis = 0;
    }

    private void unlockAndTell() {
        List<Runnable> now = List.copyOf(toTell);
        toTell.clear();
        mutex.unlock();
        now.forEach(Runnable::run);
    }

    private String labelOf(String node) {
        MemoryStore store = nodes.get(node);
        return store == null ? node : store.node().label();
    }

    /** One lock: its grant, and the queue of waiting nodes with the number of their last ask. */
    private static final class Entry {
        private final Map<String, Long> queue = new LinkedHashMap<>();
        private final Map<String, Long> seen = new HashMap<>();
        private @Nullable String holderNode;
        private String owner = "";
        private long ask;
        private int count;
        private long token;
        private long lastToken;
        private long sinceMillis;
        private long endMillis;
        private long wokenMillis;

        boolean isOf(String node, long number) {
            return node.equals(holderNode) && ask == number;
        }

        void expire(long now) {
            if (holderNode != null && endMillis <= now) {
                holderNode = null;
            }
        }

        void grant(MemoryStore to, Ask granted, long now) {
            forget(to.node().id());
            holderNode = to.node().id();
            owner = granted.owner();
            ask = granted.number();
            count = 1;
            token = Math.max(lastToken + 1, now * 1_000);
            lastToken = token;
            sinceMillis = now;
            endMillis = now + granted.leaseMillis();
            wokenMillis = 0;
        }

        /** The tokens behind it are spare if it is the time: then the next grant's is later than all of them. */
        Answer granted() {
            return new Answer.Granted(token, token == sinceMillis * 1_000);
        }

        void forget(String node) {
            queue.remove(node);
            seen.remove(node);
            wokenMillis = 0;
        }

        long millisToLook(long now) {
            return holderNode != null ? endMillis - now : Math.max(1, wokenMillis + WAKE_GRACE_MILLIS - now);
        }

        LockView.@Nullable Holder view(long now, MemoryServer server) {
            if (holderNode == null) {
                return null;
            }
            String who = owner.startsWith("#") ? "object " + owner.substring(1) : "thread " + owner;
            return new LockView.Holder(
                    holderNode,
                    server.labelOf(holderNode),
                    who,
                    count,
                    token,
                    Instant.ofEpochMilli(sinceMillis),
                    Duration.ofMillis(endMillis - now));
        }
    }
}
