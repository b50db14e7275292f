package dev.mortise.jedis;

import dev.mortise.redis.Channels;
import dev.mortise.redis.Driver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Listens by Jedis's own subscribe, which blocks for good; so a second thread asks when nothing comes, and cuts the
 * connection when that stays unanswered.
 *
 * <p>Jedis gives the connection back to the application's pool when no channel is left. Whatever would be answered after
 * that would be read by the next borrower in place of its own reply; so nothing is sent after the unsubscribe from all.
 */
final class ClientSession implements MessageLoop.Session {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSession.class);

    /** Subscribes with Jedis, and blocks. */
    interface Subscribe {
        void to(PubSub messages, byte[][] channels);
    }

    private final Channels channels;
    private final Set<String> asked = new HashSet<>();
    private final AtomicInteger probes = new AtomicInteger();
    private final Subscribe subscribe;
    private final Runnable cut;
    private final Thread watch;
    private final long limitNanos;
    private final long quietNanos;
    private volatile long heardNanos = System.nanoTime();
    private final ReentrantLock sending = new ReentrantLock();
    private volatile boolean confirmed;
    private volatile boolean leaving;
    private boolean left;
    private volatile boolean over;
    private volatile @Nullable PubSub messages;

    /**
     * @param channels those to listen on
     * @param subscribe subscribes to the first of them and blocks
     * @param cut breaks the connection; may be called more than once
     */
    ClientSession(
            Channels channels, Subscribe subscribe, Runnable cut, String threadName, int limitMillis, int quietMillis) {
        this.channels = channels;
        this.subscribe = subscribe;
        this.cut = cut;
        this.watch = new Thread(this::watch, threadName + "-ping");
        this.limitNanos = TimeUnit.MILLISECONDS.toNanos(limitMillis);
        this.quietNanos = TimeUnit.MILLISECONDS.toNanos(quietMillis);
    }

    /** Over a connection that is lent. */
    static ClientSession borrowed(
            JedisConnections lender, Channels channels, String threadName, int limitMillis, int quietMillis)
            throws IOException {
        Connection connection = lender.lend(limitMillis);
        AtomicBoolean givenBack = new AtomicBoolean();
        return new ClientSession(
                channels,
                (messages, names) -> {
                    messages.proceed(connection, names);
                    if (givenBack.compareAndSet(false, true)) {
                        // Jedis also ends when its thread is interrupted: then nobody else may have the connection
                        lender.takeBack(connection, connection.getSoTimeout(), messages.isSubscribed());
                    }
                },
                () -> {
                    if (givenBack.compareAndSet(false, true)) {
                        lender.takeBack(connection, connection.getSoTimeout(), true);
                    }
                },
                threadName,
                limitMillis,
                quietMillis);
    }

    @Override
    public void listen(Driver.Subscriber subscriber) {
        Heard heard = new Heard(subscriber);
        PubSub made = channels.isSharded() ? new PubSub.Sharded(heard) : new PubSub.Classic(heard);
        messages = made;
        watch.setDaemon(true);
        watch.start();
        try {
            subscribe.to(made, bytes(firstChannels()));
        } finally {
            over = true;
            LockSupport.unpark(watch);
            join();
        }
    }

    /** Those of the first command; sharded ones need one each. */
    private List<String> firstChannels() {
        sending.lock();
        try {
            if (!channels.isSharded()) {
                return channels.missing(asked);
            }
            asked.add(channels.first());
            return List.of(channels.first());
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void match() {
        sending.lock();
        try {
            PubSub talk = messages;
            if (confirmed && !left && talk != null) {
                send(channels.missing(asked), talk::subscribe);
                send(channels.surplus(asked), talk::unsubscribe);
            }
        } catch (JedisException e) {
            cut.run();
        } finally {
            sending.unlock();
        }
    }

    private void send(List<String> names, Consumer<byte[][]> command) {
        if (channels.isSharded()) {
            names.forEach(name -> command.accept(bytes(List.of(name))));
        } else if (!names.isEmpty()) {
            command.accept(bytes(names));
        }
    }

    @Override
    public void leave() {
        leaving = true;
        if (confirmed) {
            unsubscribeOnce();
        }
    }

    @Override
    public void cut() {
        cut.run();
    }

    private void unsubscribeOnce() {
        sending.lock();
        try {
            PubSub talk = messages;
            if (!left && talk != null) {
                left = true;
                talk.unsubscribeAll();
            }
        } catch (JedisException e) {
            cut.run();
        } finally {
            sending.unlock();
        }
    }

    /** Subscribes once more: Jedis 8 takes the reply to its own ping for a fault if it comes too quickly. */
    private void probe() {
        sending.lock();
        try {
            PubSub talk = messages;
            if (!left && confirmed && talk != null) {
                probes.incrementAndGet();
                talk.subscribe(channels.first().getBytes(StandardCharsets.UTF_8));
            }
        } finally {
            sending.unlock();
        }
    }

    private void join() {
        try {
            watch.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        while (!over) {
            if (!heardWithin(quietNanos)) {
                long before = heardNanos;
                try {
                    probe();
                    parkUntil(System.nanoTime() + limitNanos, before);
                } catch (JedisException e) {
                    // as good as unanswered
                }
                if (!over && heardNanos == before) {
                    cut.run();
                    return;
                }
            }
        }
    }

    /** Waits until nothing was heard for that long; true if something was heard meanwhile. */
    private boolean heardWithin(long nanos) {
        long before = heardNanos;
        parkUntil(before + nanos, before);
        return over || heardNanos != before;
    }

    private void parkUntil(long untilNanos, long heardBefore) {
        for (long left = 1; left > 0 && !over && heardNanos == heardBefore; ) {
            left = untilNanos - System.nanoTime();
            LockSupport.parkNanos(this, Math.max(1, left));
        }
    }

    private static byte[][] bytes(List<String> channels) {
        return channels.stream()
                .map(channel -> channel.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    private static String text(byte[] channel) {
        return new String(channel, StandardCharsets.UTF_8);
    }

    private final class Heard implements PubSub.Events {

        private final Driver.Subscriber subscriber;

        Heard(Driver.Subscriber subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void subscribed(byte[] channel) {
            heardNanos = System.nanoTime();
            boolean first = !confirmed;
            confirmed = true;
            if (!first && isProbe(text(channel))) {
                LockSupport.unpark(watch);
                return;
            }
            if (leaving) {
                unsubscribeOnce();
                return;
            }
            if (first) {
                match(); // what has changed before Jedis could send it
            }
            tell(() -> subscriber.subscribed(text(channel)));
        }

        /** The server ends a sharded channel by itself when it loses the slot. */
        @Override
        public void unsubscribed(byte[] channel) {
            sending.lock();
            try {
                if (channels.isSharded() && !left && asked.contains(text(channel))) {
                    cut.run();
                }
            } finally {
                sending.unlock();
            }
        }

        /** Jedis would give the connection back, subscribed as it is, if this threw. */
        private void tell(Runnable what) {
            try {
                what.run();
            } catch (RuntimeException e) {
                LOG.warn("a subscriber failed", e);
            }
        }

        private boolean isProbe(String channel) {
            return channel.equals(channels.first()) && probes.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        }

        @Override
        public void message(byte[] channel, byte[] payload) {
            heardNanos = System.nanoTime();
            tell(() -> subscriber.message(text(channel), payload));
        }
    }
}
