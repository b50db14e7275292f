package dev.mortise.benchmarks.contenders;

import java.util.concurrent.locks.Lock;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's RLock with the configuration it comes with. */
final class RedissonContender implements Contender {

    private final RedissonClient client;

    RedissonContender(String uri) {
        Config config = new Config();
        config.useSingleServer().setAddress(uri);
        this.client = Redisson.create(config);
    }

    @Override
    public Lock lock(String name) {
        return client.getLock(name);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
