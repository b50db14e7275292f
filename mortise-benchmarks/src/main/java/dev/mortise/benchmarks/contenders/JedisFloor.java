package dev.mortise.benchmarks.contenders;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import redis.clients.jedis.Jedis;

/** The bare scripts, each lock on a blocking Jedis socket of its own. */
final class JedisFloor implements Contender {

    private final URI uri;
    private final List<Jedis> sockets = new CopyOnWriteArrayList<>();

    JedisFloor(String uri) {
        this.uri = URI.create(uri);
    }

    @Override
    public Lock lock(String name) {
        Jedis jedis = new Jedis(uri);
        sockets.add(jedis);
        String lock = jedis.scriptLoad(BareScripts.LOCK);
        String unlock = jedis.scriptLoad(BareScripts.UNLOCK);
        String key = BareScripts.key(name);
        List<String> lockKeys = List.of(key);
        List<String> unlockKeys = List.of(key, BareScripts.channel(name));
        List<String> lockArgs = List.of(BareScripts.OWNER, BareScripts.LEASE);
        List<String> unlockArgs = List.of(BareScripts.OWNER);
        return new PairLock() {
            @Override
            public void lock() {
                BareScripts.requireOne(jedis.evalsha(lock, lockKeys, lockArgs));
            }

            @Override
            public void unlock() {
                BareScripts.requireOne(jedis.evalsha(unlock, unlockKeys, unlockArgs));
            }
        };
    }

    @Override
    public void close() {
        sockets.forEach(Jedis::close);
    }
}
