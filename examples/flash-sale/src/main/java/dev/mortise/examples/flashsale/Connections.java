package dev.mortise.examples.flashsale;

import dev.mortise.Mortise;
import dev.mortise.redis.RedisUri;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.UnifiedJedis;

/** How the demo reaches Redis: Jedis for the shop's own data, Mortise for the locks. */
final class Connections {

    private Connections() {}

    static UnifiedJedis jedis(String uri, int most) {
        RedisUri at = RedisUri.parse(uri);
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(most);
        pool.setMaxIdle(most);
        return RedisClient.builder()
                .hostAndPort(at.host(), at.port())
                .clientConfig(DefaultJedisClientConfig.builder()
                        .user(at.user())
                        .password(at.password())
                        .database(at.database())
                        .sslOptions(at.tls() ? SslOptions.defaults() : null)
                        .build())
                .poolConfig(pool)
                .build();
    }

    static Mortise mortise(String uri, String label, String keyPrefix) {
        return Mortise.builder().uri(uri).label(label).keyPrefix(keyPrefix).build();
    }
}
