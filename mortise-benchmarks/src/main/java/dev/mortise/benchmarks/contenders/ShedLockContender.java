package dev.mortise.benchmarks.contenders;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Lock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** ShedLock on Spring Data: it never waits, so it only runs where nobody else wants the lock. */
final class ShedLockContender implements Contender {

    private static final Duration AT_MOST = Duration.ofSeconds(30);

    private final LettuceConnectionFactory connections;
    private final RedisLockProvider provider;

    ShedLockContender(String uri) {
        this.connections = SpringConnections.open(uri);
        this.provider = new RedisLockProvider(connections);
    }

    @Override
    public Lock lock(String name) {
        return new PairLock() {
            private @Nullable SimpleLock held;

            @Override
            public void lock() {
                LockConfiguration request = new LockConfiguration(Instant.now(), name, AT_MOST, Duration.ZERO);
                held = provider.lock(request).orElseThrow(() -> new IllegalStateException(name + " is taken"));
            }

            @Override
            public void unlock() {
                SimpleLock mine = held;
                if (mine == null) {
                    throw new IllegalMonitorStateException(name + " is not held");
                }
                held = null;
                mine.unlock();
            }
        };
    }

    @Override
    public void close() {
        connections.destroy();
    }
}
