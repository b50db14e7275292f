package dev.mortise.benchmarks.contenders;

import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;

/**
 * The least that a hand-over between two can be: one bare script, one bare message, one thread that was parked. No
 * queue, so no third may want the lock; no answer to anything that goes wrong.
 */
final class JedisRelay implements Contender {

    private static final String LOCK = "if redis.call('exists', KEYS[1]) == 0 then "
            + "redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2]) return 1 end "
            + "redis.call('set', KEYS[2], ARGV[1], 'px', ARGV[2]) return 0";

    private static final String UNLOCK = "local other = redis.call('getdel', KEYS[2]) if other then "
            + "redis.call('set', KEYS[1], other, 'px', ARGV[1]) redis.call('publish', other, '1') "
            + "else redis.call('del', KEYS[1]) end return 1";

    private final String me = "relay:" + UUID.randomUUID();
    private final Jedis scripts;
    private final Jedis messages;
    private final Thread reader;
    private final AtomicBoolean granted = new AtomicBoolean();
    private final CountDownLatch subscribed = new CountDownLatch(1);
    private volatile @Nullable Thread waiter;
    private final JedisPubSub subscription = new JedisPubSub() {
        @Override
        public void onSubscribe(String channel, int subscriptions) {
            subscribed.countDown();
        }

        @Override
        public void onMessage(String channel, String message) {
            granted.set(true);
            LockSupport.unpark(waiter);
        }
    };

    JedisRelay(String uri) {
        URI at = URI.create(uri);
        this.scripts = new Jedis(at);
        this.messages = new Jedis(
                new HostAndPort(at.getHost(), at.getPort()),
                DefaultJedisClientConfig.builder()
                        .autoNegotiateProtocol(false)
                        .socketTimeoutMillis(0)
                        .build());
        this.reader = new Thread(() -> messages.subscribe(subscription, me), "relay-messages");
        reader.setDaemon(true);
        reader.start();
        try {
            if (!subscribed.await(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("cannot subscribe to " + me);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Lock lock(String name) {
        String lock = scripts.scriptLoad(LOCK);
        String unlock = scripts.scriptLoad(UNLOCK);
        List<String> keys = List.of(BareScripts.key(name), BareScripts.key(name) + ":next");
        List<String> lockArgs = List.of(me, BareScripts.LEASE);
        List<String> unlockArgs = List.of(BareScripts.LEASE);
        return new PairLock() {
            @Override
            public void lock() {
                waiter = Thread.currentThread();
                if (!Long.valueOf(1).equals(scripts.evalsha(lock, keys, lockArgs))) {
                    awaitMessage();
                }
            }

            @Override
            public void unlock() {
                BareScripts.requireOne(scripts.evalsha(unlock, keys, unlockArgs));
            }
        };
    }

    private void awaitMessage() {
        while (!granted.getAndSet(false)) {
            LockSupport.park(this);
        }
    }

    @Override
    public void close() {
        if (subscription.isSubscribed()) {
            subscription.unsubscribe();
        }
        try {
            reader.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        messages.close();
        scripts.close();
    }
}
