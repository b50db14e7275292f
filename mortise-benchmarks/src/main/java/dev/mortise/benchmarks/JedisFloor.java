package dev.mortise.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import redis.clients.jedis.Jedis;

/** The bare scripts, each thread on a blocking Jedis socket of its own. */
final class JedisFloor implements Contender {

    private final int port;
    private final List<Jedis> sockets = new CopyOnWriteArrayList<>();

    JedisFloor(int port) {
        this.port = port;
    }

    @Override
    public String name() {
        return "bare scripts, a Jedis socket each";
    }

    @Override
    public Runnable pair(int thread) {
        Jedis jedis = new Jedis("127.0.0.1", port);
        sockets.add(jedis);
        String lock = jedis.scriptLoad(BareScripts.LOCK);
        String unlock = jedis.scriptLoad(BareScripts.UNLOCK);
        String key = String.format(Locale.ROOT, "floor:{%d}", thread);
        List<String> lockKeys = List.of(key);
        List<String> unlockKeys = List.of(key, key + ":channel");
        String owner = "node:" + thread;
        List<String> lockArgs = List.of(owner, BareScripts.LEASE);
        List<String> unlockArgs = List.of(owner);
        return () -> {
            BareScripts.requireOne(jedis.evalsha(lock, lockKeys, lockArgs));
            BareScripts.requireOne(jedis.evalsha(unlock, unlockKeys, unlockArgs));
        };
    }

    @Override
    public void close() {
        new ArrayList<>(sockets).forEach(Jedis::close);
    }
}
