package dev.mortise.benchmarks.contenders;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.concurrent.locks.Lock;

/** The bare scripts, all threads on one shared Lettuce connection. */
final class LettuceFloor implements Contender {

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    LettuceFloor(String uri) {
        this.client = RedisClient.create(uri);
        this.connection = client.connect();
    }

    @Override
    public Lock lock(String name) {
        RedisCommands<String, String> redis = connection.sync();
        String lock = redis.scriptLoad(BareScripts.LOCK);
        String unlock = redis.scriptLoad(BareScripts.UNLOCK);
        String[] lockKeys = {BareScripts.key(name)};
        String[] unlockKeys = {BareScripts.key(name), BareScripts.channel(name)};
        return new PairLock() {
            @Override
            public void lock() {
                Object reply =
                        redis.evalsha(lock, ScriptOutputType.INTEGER, lockKeys, BareScripts.OWNER, BareScripts.LEASE);
                BareScripts.requireOne(reply);
            }

            @Override
            public void unlock() {
                Object reply = redis.evalsha(unlock, ScriptOutputType.INTEGER, unlockKeys, BareScripts.OWNER);
                BareScripts.requireOne(reply);
            }
        };
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
