package dev.mortise.memory;

import dev.mortise.LockView;
import dev.mortise.LossCause;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Store;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Locks kept in memory by the same rules as in Redis. Several nodes may share one server: {@link #store()} gives a store
 * for each. With a {@link MovableTime} given to the nodes, leases end when the test says so.
 */
public final class MemoryServer {

    /** How long the first in the queue may take to fetch a free mutex before it is skipped. */
    private static final long WAKE_GRACE_MILLIS = 250;

    /** The lease of a grant that is pushed. */
    private static final long PROVISIONAL_MILLIS = 1_000;

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
            if (entry.holderNode == null && (ask.barge() || mayTake(entry, ask.lock(), from, ask.number()))) {
                entry.grant(node, ask, ask.leaseMillis(), now);
                return entry.granted();
            }
            if (ask.enlist()) {
                entry.enlist(node, ask, now);
            }
            return new Answer.Refused(entry.millisToLook(now), ask.enlist(), micros(now));
        } finally {
            unlockAndTell();
        }
    }

    Answer release(MemoryStore from, Grant grant, long lastToken, @Nullable Ask next) {
        LockId lock = grant.lock();
        mutex.lock();
        try {
            Entry entry = entries.get(lock);
            if (entry == null || !entry.isOf(from.node().id(), grant.ask())) {
                return new Answer.Gone();
            }
            entry.expire(from.nowMillis());
            if (entry.holderNode == null) {
                return new Answer.Gone();
            }
            entry.holderNode = null;
            entry.lastToken = Math.max(entry.lastToken, lastToken);
            long now = from.nowMillis();
            String node = from.node().id();
            grant.served().forEach(ask -> entry.forget(node, ask));
            if (next == null) {
                passOn(entry, lock, now, null, 0);
                return new Answer.Released();
            }
            entry.enlist(node, next, now);
            if (passOn(entry, lock, now, node, next.number())) {
                entry.grant(node, next, next.leaseMillis(), now);
                return new Answer.Released(entry.granted());
            }
            return new Answer.Released(new Answer.Refused(entry.millisToLook(now), true, micros(now)));
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
            if (entry.forget(node, ask.number()) && entry.holderNode == null) {
                passOn(entry, ask.lock(), from.nowMillis(), null, 0);
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
            passOn(entry, lock, from.nowMillis(), null, 0);
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
            for (Waiting one : entry.waiting()) {
                Instant seen = Instant.ofEpochMilli(one.seenMillis);
                String who = lock.isMutex() ? "somebody" : who(one.ask.owner());
                waiters.add(new LockView.Waiter(one.node, labelOf(one.node), who, seen));
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

    /** Whether a free lock is that ask's: nobody waits, or its turn has come. */
    private boolean mayTake(Entry entry, LockId lock, MemoryStore from, long ask) {
        long now = from.nowMillis();
        boolean mine = passOn(entry, lock, now, from.node().id(), ask);
        return mine || (entry.holderNode == null && entry.queue.isEmpty());
    }

    /**
     * Gives a free lock to the first in the queue that can be told; of a mutex, tells it to look. An ask that is here is not
     * told, but taken from the queue.
     *
     * @return whether it is the turn of the ask that is here
     */
    private boolean passOn(Entry entry, LockId lock, long now, @Nullable String here, long ask) {
        while (!entry.queue.isEmpty()) {
            Waiting first = entry.queue.get(0);
            if (first.ask.number() == ask && first.node.equals(here)) {
                entry.queue.remove(0);
                return true;
            }
            MemoryStore node = nodes.get(first.node);
            if (node != null && !lock.isMutex()) {
                entry.queue.remove(0);
                push(entry, node, first.ask, now);
                return false;
            }
            boolean inTime = first.wokenMillis == 0 || now - first.wokenMillis < WAKE_GRACE_MILLIS;
            if (node != null && inTime) {
                if (first.wokenMillis == 0) {
                    first.wokenMillis = now;
                    toTell.add(() -> node.signals().look(lock));
                }
                return false;
            }
            entry.queue.remove(0);
        }
        return false;
    }

    private void push(Entry entry, MemoryStore node, Ask ask, long now) {
        long lease = Math.min(ask.leaseMillis(), PROVISIONAL_MILLIS);
        entry.grant(node.node().id(), ask, lease, now);
        List<Long> run = entry.runOf(node.node().id());
        Pushed grant = new Pushed(ask.number(), entry.granted(), lease, micros(now), run);
        toTell.add(() -> node.signals().granted(ask.lock(), grant));
    }

    private static long micros(long millis) {
        return millis * 1_000;
    }

    private static String who(String owner) {
        return owner.startsWith("#") ? "object " + owner.substring(1) : "thread " + owner;
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

    /** One that waits: its ask, and when it was last seen and told to look. */
    private static final class Waiting {
        private final String node;
        private Ask ask;
        private long seenMillis;
        private long wokenMillis;

        Waiting(String node, Ask ask) {
            this.node = node;
            this.ask = ask;
        }
    }

    /** One lock: its grant, and the queue. */
    private static final class Entry {
        private final List<Waiting> queue = new ArrayList<>();
        private @Nullable String holderNode;
        private String owner = "";
        private long ask;
        private int count;
        private boolean fenced;
        private long token;
        private long lastToken;
        private long sinceMillis;
        private long endMillis;

        boolean isOf(String node, long number) {
            return node.equals(holderNode) && ask == number;
        }

        void expire(long now) {
            if (holderNode != null && endMillis <= now) {
                holderNode = null;
            }
        }

        void enlist(String node, Ask ask, long now) {
            Waiting mine = null;
            for (Waiting one : queue) {
                if (one.node.equals(node) && one.ask.number() == ask.number()) {
                    mine = one;
                }
            }
            if (mine == null) {
                mine = new Waiting(node, ask);
                queue.add(mine);
            }
            mine.ask = ask;
            mine.seenMillis = now;
            mine.wokenMillis = 0;
        }

        void grant(String node, Ask granted, long leaseMillis, long now) {
            holderNode = node;
            owner = granted.owner();
            ask = granted.number();
            count = 1;
            fenced = !granted.lock().isMutex();
            token = fenced ? Math.max(lastToken + 1, now * 1_000) : 0;
            lastToken = token;
            sinceMillis = now;
            endMillis = now + leaseMillis;
        }

        /** The tokens behind it are spare if it is the time: then the next grant's is later than all of them. */
        Answer.Granted granted() {
            return new Answer.Granted(token, token == sinceMillis * 1_000);
        }

        /** Asks of that node at the head of the queue. */
        List<Long> runOf(String node) {
            return queue.stream()
                    .takeWhile(one -> one.node.equals(node))
                    .map(one -> one.ask.number())
                    .toList();
        }

        /** The queue without those who were served inside the grant: they stand before its owner, and that does too. */
        List<Waiting> waiting() {
            for (int i = queue.size() - 1; i >= 0; i--) {
                Waiting one = queue.get(i);
                if (one.node.equals(holderNode) && one.ask.owner().equals(owner)) {
                    return queue.subList(i + 1, queue.size());
                }
            }
            return queue;
        }

        boolean forget(String node, long ask) {
            return queue.removeIf(one -> one.node.equals(node) && one.ask.number() == ask);
        }

        long millisToLook(long now) {
            long woken = queue.isEmpty() ? now : queue.get(0).wokenMillis;
            return holderNode != null ? endMillis - now : Math.max(1, woken + WAKE_GRACE_MILLIS - now);
        }

        LockView.@Nullable Holder view(long now, MemoryServer server) {
            if (holderNode == null) {
                return null;
            }
            return new LockView.Holder(
                    holderNode,
                    server.labelOf(holderNode),
                    fenced ? who(owner) : "ask " + ask,
                    count,
                    token,
                    fenced ? Instant.ofEpochMilli(sinceMillis) : Instant.EPOCH,
                    Duration.ofMillis(endMillis - now));
        }
    }
}
