package dev.mortise.benchmarks.contenders;

import dev.mortise.Mortise;
import dev.mortise.spi.Store;
import dev.mortise.springdata.SpringDataStore;
import java.util.concurrent.locks.Lock;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Mortise as a user would have it: watchdog, token and all. */
final class MortiseContender implements Contender {

    private final Mortise mortise;
    private final Runnable afterwards;

    MortiseContender(Store store) {
        this(store, () -> {});
    }

    private MortiseContender(Store store, Runnable afterwards) {
        this.mortise = Mortise.builder().store(store).build();
        this.afterwards = afterwards;
    }

    static Contender onSpringData(String uri) {
        LettuceConnectionFactory connections = SpringConnections.open(uri);
        return new MortiseContender(SpringDataStore.using(new StringRedisTemplate(connections)), connections::destroy);
    }

    @Override
    public Lock lock(String name) {
        return mortise.lock(name);
    }

    @Override
    public void close() {
        mortise.close();
        afterwards.run();
    }
}
