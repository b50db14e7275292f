package dev.mortise.redis;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to sharded channels: each is listened on at the master of its slot, over one connection a master, which is
 * made for the first of them. When a slot gets another master its channels follow it.
 */
final class ShardedSubscription implements Driver.Subscription {

    private final Servers servers;
    private final MasterWatch watch;
    private final String own;
    private final Driver.Subscriber subscriber;
    private final String threadName;
    private final Closers closers;
    private final ReentrantLock mutex = new ReentrantLock();

    /** Where each channel is listened on; no master for one whose slot has none. */
    private final Map<String, @Nullable ServerAddress> places = new HashMap<>();

    private final Map<ServerAddress, Shard> shards = new HashMap<>();
    private boolean closed;

    /**
     * @param own begins the names of channels on which nobody tells anything
     * @param watch closed by its owner
     */
    ShardedSubscription(
            Servers servers,
            MasterWatch watch,
            String own,
            Driver.Subscriber subscriber,
            Duration requestLimit,
            String threadName) {
        this.servers = servers;
        this.watch = watch;
        this.own = own;
        this.subscriber = subscriber;
        this.threadName = threadName;
        this.closers = new Closers(threadName, requestLimit);
    }

    @Override
    public void add(String channel) {
        mutex.lock();
        try {
            if (!closed && !places.containsKey(channel)) {
                place(channel, watch.masters());
            }
        } finally {
            mutex.unlock();
        }
    }

    @Override
    public void remove(String channel) {
        mutex.lock();
        try {
            unplace(channel);
            places.remove(channel);
        } finally {
            mutex.unlock();
        }
    }

    @Override
    public void reconnect() {
        mutex.lock();
        try {
            shards.values().forEach(shard -> shard.subscription.reconnect());
        } finally {
            mutex.unlock();
        }
    }

    @Override
    public void close() {
        List<Shard> ended;
        mutex.lock();
        try {
            closed = true;
            ended = List.copyOf(shards.values());
            shards.clear();
            places.clear();
        } finally {
            mutex.unlock();
        }
        ended.forEach(shard -> closers.run(shard.subscription::close));
        closers.await();
    }

    /**
     * There are other masters: channels whose slot has another one than before go there. First it is told that they are
     * interrupted, then they are asked for: the other way round, that would come after they are confirmed.
     */
    void follow(Masters masters) {
        Set<String> moved = takeAway(masters);
        moved.forEach(subscriber::interrupted);
        mutex.lock();
        try {
            for (String channel : moved) {
                if (places.containsKey(channel) && places.get(channel) == null) {
                    place(channel, masters);
                }
            }
        } finally {
            mutex.unlock();
        }
    }

    /** Those that are listened on nowhere now. */
    private Set<String> takeAway(Masters masters) {
        Set<String> moved = new HashSet<>();
        mutex.lock();
        try {
            shards.values().removeIf(shard -> {
                boolean gone = !shard.at.equals(master(shard.anchor, masters));
                if (gone) {
                    moved.addAll(shard.channels);
                    shard.channels.clear();
                    closers.run(shard.subscription::close);
                }
                return gone;
            });
            places.forEach((channel, at) -> {
                if (at == null || !at.equals(master(channel, masters))) {
                    moved.add(channel);
                }
            });
            for (String channel : moved) {
                unplace(channel);
                places.put(channel, null);
            }
        } finally {
            mutex.unlock();
        }
        return moved;
    }

    private void place(String channel, Masters masters) {
        ServerAddress at = master(channel, masters);
        places.put(channel, at);
        if (at == null) {
            watch.redirected();
            return;
        }
        Shard shard = shards.computeIfAbsent(at, server -> new Shard(server, anchor(server, masters)));
        shard.channels.add(channel);
        shard.subscription.add(channel);
    }

    private void unplace(String channel) {
        ServerAddress at = places.get(channel);
        Shard shard = at == null ? null : shards.get(at);
        if (shard != null && shard.channels.remove(channel)) {
            shard.subscription.remove(channel);
        }
    }

    private static @Nullable ServerAddress master(String channel, Masters masters) {
        return masters.of(RedisStore.bytes(channel));
    }

    /** A channel of our own in one of the master's slots: a connection to it has one, whatever locks are waited for. */
    private String anchor(ServerAddress server, Masters masters) {
        for (int i = 0; i < Slots.COUNT * 16; i++) {
            String channel = own + "{" + i + "}";
            if (server.equals(master(channel, masters))) {
                return channel;
            }
        }
        throw new IllegalStateException(server + " has no slot that can be found");
    }

    private void interrupted(Shard shard) {
        List<String> missed;
        mutex.lock();
        try {
            missed = List.copyOf(shard.channels);
        } finally {
            mutex.unlock();
        }
        watch.redirected(); // a slot may have moved
        missed.forEach(subscriber::interrupted);
    }

    /** The connection to one master. Channels are guarded by {@link #mutex}. */
    private final class Shard implements Driver.Subscriber {

        final ServerAddress at;
        final String anchor;
        final Set<String> channels = new HashSet<>();
        final Driver.Subscription subscription;

        @SuppressWarnings("this-escape") // told by another thread, of what is set before
        Shard(ServerAddress at, String anchor) {
            this.at = at;
            this.anchor = anchor;
            this.subscription = servers.listen(() -> at, Channels.sharded(anchor), this, threadName);
        }

        @Override
        public void subscribed(String channel) {
            if (isHere(channel)) {
                subscriber.subscribed(channel);
            }
        }

        /** Not if it has gone to another master meanwhile. */
        private boolean isHere(String channel) {
            mutex.lock();
            try {
                return channels.contains(channel);
            } finally {
                mutex.unlock();
            }
        }

        @Override
        public void interrupted() {
            ShardedSubscription.this.interrupted(this);
        }

        @Override
        public void message(String channel, byte[] payload) {
            subscriber.message(channel, payload);
        }
    }
}
