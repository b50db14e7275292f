package dev.mortise.benchmarks.contenders;

import java.time.Duration;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Spring Integration's lock registry with its defaults: leases of 60 s that are not renewed. */
final class SpringContender implements Contender {

    private static final String REGISTRY = "spring";

    private final LettuceConnectionFactory connections;
    private final RedisLockRegistry registry;
    private final @Nullable ThreadPoolTaskScheduler scheduler;

    private SpringContender(String uri, RedisLockType type, @Nullable Duration renewedLease) {
        this.connections = SpringConnections.open(uri);
        if (renewedLease == null) {
            this.registry = new RedisLockRegistry(connections, REGISTRY);
            this.scheduler = null;
        } else {
            this.registry = new RedisLockRegistry(connections, REGISTRY, renewedLease);
            this.scheduler = new ThreadPoolTaskScheduler();
            scheduler.initialize();
            registry.setRenewalTaskScheduler(scheduler);
        }
        registry.setRedisLockType(type);
    }

    static Contender spinning(String uri) {
        return new SpringContender(uri, RedisLockType.SPIN_LOCK, null);
    }

    static Contender listening(String uri) {
        return new SpringContender(uri, RedisLockType.PUB_SUB_LOCK, null);
    }

    /** With a scheduler that keeps locks alive, which a user has to give; the lease is the one that others have. */
    static Contender renewing(String uri) {
        return new SpringContender(uri, RedisLockType.PUB_SUB_LOCK, Duration.ofSeconds(30));
    }

    @Override
    public Lock lock(String name) {
        return registry.obtain(name);
    }

    @Override
    public void close() {
        registry.destroy();
        if (scheduler != null) {
            scheduler.shutdown();
        }
        connections.destroy();
    }
}
