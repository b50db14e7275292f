package dev.mortise.benchmarks.contenders;

import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.spi.Store;
import dev.mortise.springdata.SpringDataStore;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.function.BiFunction;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Mortise as a user would have it: watchdog, token and all. */
final class MortiseContender implements Contender {

    private final Mortise mortise;
    private final BiFunction<Mortise, String, Lock> locks;
    private final Runnable afterwards;

    private MortiseContender(MortiseBuilder builder, BiFunction<Mortise, String, Lock> locks, Runnable afterwards) {
        this.mortise = builder.build();
        this.locks = locks;
        this.afterwards = afterwards;
    }

    static Contender with(Store store) {
        return with(store, Mortise::lock);
    }

    /** With locks of another kind, or with other options. */
    static Contender with(Store store, BiFunction<Mortise, String, Lock> locks) {
        return new MortiseContender(Mortise.builder().store(store), locks, () -> {});
    }

    static Contender withoutSlice(Store store) {
        return new MortiseContender(Mortise.builder().store(store).slice(Duration.ZERO), Mortise::lock, () -> {});
    }

    static Contender onSpringData(String uri) {
        LettuceConnectionFactory connections = SpringConnections.open(uri);
        Store store = SpringDataStore.using(new StringRedisTemplate(connections));
        return new MortiseContender(Mortise.builder().store(store), Mortise::lock, connections::destroy);
    }

    @Override
    public Lock lock(String name) {
        return locks.apply(mortise, name);
    }

    @Override
    public void close() {
        mortise.close();
        afterwards.run();
    }
}
