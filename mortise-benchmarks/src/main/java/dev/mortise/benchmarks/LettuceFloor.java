package dev.mortise.benchmarks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;

/** The bare scripts, all threads on one shared Lettuce connection. */
final class LettuceFloor implements Contender {

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    LettuceFloor(String uri) {
        this.client = RedisClient.create(uri);
        this.connection = client.connect();
    }

    @Override
    public String name() {
        return "bare scripts, one Lettuce connection";
    }

    @Override
    public Runnable pair(int thread) {
        RedisCommands<String, String> redis = connection.sync();
        String lock = redis.scriptLoad(BareScripts.LOCK);
        String unlock = redis.scriptLoad(BareScripts.UNLOCK);
        String key = "floor:{l" + thread + "}";
        String[] lockKeys = {key};
        String[] unlockKeys = {key, key + ":channel"};
        String owner = "node:" + thread;
        return () -> {
            Object locked = redis.evalsha(lock, ScriptOutputType.INTEGER, lockKeys, owner, BareScripts.LEASE);
            BareScripts.requireOne(locked);
            Object unlocked = redis.evalsha(unlock, ScriptOutputType.INTEGER, unlockKeys, owner);
            BareScripts.requireOne(unlocked);
        };
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
