package dev.mortise.redisson;

import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.jedis.JedisStore;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** What Mortise and Redisson have in common, so that each can be tested as holder and as waiter. */
interface Client extends AutoCloseable {

    /** A lock kept by the watchdog. */
    Lock lock(String name);

    /** Locks with a lease that ends by itself. */
    void lockFor(String name, Duration lease);

    boolean tryLockFor(String name, Duration wait, Duration lease) throws InterruptedException;

    boolean isLocked(String name);

    boolean isMine(String name);

    boolean forceUnlock(String name);

    @Override
    void close();

    /** Over Jedis. Another driver joins by another store here. */
    static MortiseClient mortise(String uri, Duration watchdog) {
        return new MortiseClient(node(uri, watchdog).build());
    }

    /** With another clock. */
    static MortiseClient mortise(String uri, Duration watchdog, Time time) {
        return new MortiseClient(node(uri, watchdog).time(time).build());
    }

    private static MortiseBuilder node(String uri, Duration watchdog) {
        return Mortise.builder()
                .store(JedisStore.at(uri).redissonNaming())
                .watchdogLease(watchdog)
                .closeGrace(Duration.ZERO);
    }

    static RedissonSide redisson(String uri, Duration watchdog) {
        Config config = new Config().setThreads(4).setNettyThreads(4).setLockWatchdogTimeout(watchdog.toMillis());
        config.useSingleServer()
                .setAddress(uri)
                .setConnectionMinimumIdleSize(2)
                .setConnectionPoolSize(8)
                .setDnsMonitoringInterval(-1);
        return new RedissonSide(Redisson.create(config));
    }

    /** A Mortise node in Redisson's naming. */
    record MortiseClient(Mortise node) implements Client {
        @Override
        public Lock lock(String name) {
            return node.lock(name);
        }

        @Override
        public void lockFor(String name, Duration lease) {
            node.lock(name).lock(lease);
        }

        @Override
        public boolean tryLockFor(String name, Duration wait, Duration lease) throws InterruptedException {
            return node.lock(name).tryLock(wait, lease);
        }

        @Override
        public boolean isLocked(String name) {
            return node.lock(name).isLocked();
        }

        @Override
        public boolean isMine(String name) {
            return node.lock(name).isHeldByCurrentThread();
        }

        @Override
        public boolean forceUnlock(String name) {
            return node.lock(name).forceUnlock();
        }

        @Override
        public void close() {
            node.close();
        }
    }

    /** A Redisson client. */
    record RedissonSide(RedissonClient client) implements Client {
        @Override
        public RLock lock(String name) {
            return client.getLock(name);
        }

        @Override
        public void lockFor(String name, Duration lease) {
            lock(name).lock(lease.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public boolean tryLockFor(String name, Duration wait, Duration lease) throws InterruptedException {
            return lock(name).tryLock(wait.toMillis(), lease.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public boolean isLocked(String name) {
            return lock(name).isLocked();
        }

        @Override
        public boolean isMine(String name) {
            return lock(name).isHeldByCurrentThread();
        }

        @Override
        public boolean forceUnlock(String name) {
            return lock(name).forceUnlock();
        }

        @Override
        public void close() {
            client.shutdown(0, 2, TimeUnit.SECONDS);
        }
    }
}
