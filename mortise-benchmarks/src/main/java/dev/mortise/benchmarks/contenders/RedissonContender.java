package dev.mortise.benchmarks.contenders;

import java.util.concurrent.locks.Lock;
import java.util.function.BiFunction;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's locks with the configuration they come with. */
final class RedissonContender implements Contender {

    private final RedissonClient client;
    private final BiFunction<RedissonClient, String, Lock> locks;

    private RedissonContender(String uri, BiFunction<RedissonClient, String, Lock> locks) {
        Config config = new Config();
        config.useSingleServer().setAddress(uri);
        this.client = Redisson.create(config);
        this.locks = locks;
    }

    static Contender plain(String uri) {
        return new RedissonContender(uri, (client, name) -> client.getLock(name));
    }

    static Contender fair(String uri) {
        return new RedissonContender(uri, (client, name) -> client.getFairLock(name));
    }

    @Override
    public Lock lock(String name) {
        return locks.apply(client, name);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
