package dev.mortise.springdata;

import dev.mortise.redis.Tls;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.SentinelServers;
import io.lettuce.core.SslOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;

/** Connection factories as an application has them, closed at the end of a test. */
final class Factories implements AutoCloseable {

    /** Which client, and whether it has a pool. */
    enum Kind {
        LETTUCE,
        LETTUCE_WITH_A_POOL,
        JEDIS,
    }

    private static final int DEFAULT_MOST = GenericObjectPoolConfig.DEFAULT_MAX_TOTAL;

    private final List<DisposableBean> made = new CopyOnWriteArrayList<>();

    RedisConnectionFactory make(Kind kind, int port) {
        return make(kind, "redis://127.0.0.1:" + port, null);
    }

    /**
     * @param name of its connections; null for none
     */
    RedisConnectionFactory make(Kind kind, String uri, String name) {
        RedisStandaloneConfiguration at = at(URI.create(uri));
        return switch (kind) {
            case LETTUCE ->
                started(new LettuceConnectionFactory(at, named(LettuceClientConfiguration.builder(), name)));
            case LETTUCE_WITH_A_POOL ->
                started(new LettuceConnectionFactory(at, named(LettucePoolingClientConfiguration.builder(), name)));
            case JEDIS -> started(new JedisConnectionFactory(at, jedis(name, DEFAULT_MOST)));
        };
    }

    /** To a cluster; a Jedis factory's pools have that many connections each. */
    RedisConnectionFactory toCluster(Kind kind, ClusterServers cluster, int most) {
        RedisClusterConfiguration at = new RedisClusterConfiguration();
        cluster.servers().forEach(server -> at.clusterNode("127.0.0.1", server.port()));
        return kind == Kind.JEDIS
                ? started(new JedisConnectionFactory(at, jedis(null, most)))
                : started(new LettuceConnectionFactory(at, named(LettuceClientConfiguration.builder(), null)));
    }

    /** To a cluster of which one server is known, by TLS. */
    RedisConnectionFactory toCluster(Kind kind, int tlsPort, Tls tls) {
        RedisClusterConfiguration at = new RedisClusterConfiguration().clusterNode("127.0.0.1", tlsPort);
        if (kind == Kind.JEDIS) {
            return started(new JedisConnectionFactory(
                    at,
                    JedisClientConfiguration.builder()
                            .useSsl()
                            .sslSocketFactory(tls.context().getSocketFactory())
                            .build()));
        }
        SslOptions trust = SslOptions.builder()
                .jdkSslProvider()
                .trustManager(tls.trusts())
                .keyManager(tls.keys())
                .build();
        return started(new LettuceConnectionFactory(
                at,
                LettuceClientConfiguration.builder()
                        .useSsl()
                        .and()
                        .clientOptions(
                                ClusterClientOptions.builder().sslOptions(trust).build())
                        .shutdownQuietPeriod(Duration.ZERO)
                        .build()));
    }

    /** To the master that sentinels watch over. */
    RedisConnectionFactory toSentinels(Kind kind, SentinelServers servers, int most) {
        RedisSentinelConfiguration at = new RedisSentinelConfiguration().master(SentinelServers.MASTER);
        servers.sentinels().forEach(sentinel -> at.sentinel("127.0.0.1", sentinel.port()));
        return kind == Kind.JEDIS
                ? started(new JedisConnectionFactory(at, jedis(null, most)))
                : started(new LettuceConnectionFactory(at, named(LettuceClientConfiguration.builder(), null)));
    }

    private static LettuceClientConfiguration named(
            LettuceClientConfiguration.LettuceClientConfigurationBuilder builder, String name) {
        if (name != null) {
            builder.clientName(name);
        }
        return builder.shutdownQuietPeriod(Duration.ZERO).build();
    }

    /** A Jedis factory whose pool has that many connections at most. */
    RedisConnectionFactory makeJedis(int port, int most) {
        return started(new JedisConnectionFactory(at(URI.create("redis://127.0.0.1:" + port)), jedis(null, most)));
    }

    private static JedisClientConfiguration jedis(String name, int most) {
        JedisClientConfiguration.JedisClientConfigurationBuilder builder = JedisClientConfiguration.builder();
        if (name != null) {
            builder.clientName(name);
        }
        GenericObjectPoolConfig<Object> pool = new GenericObjectPoolConfig<>();
        pool.setMaxTotal(most);
        return builder.usePooling().poolConfig(pool).build();
    }

    private static RedisStandaloneConfiguration at(URI uri) {
        RedisStandaloneConfiguration at = new RedisStandaloneConfiguration(uri.getHost(), uri.getPort());
        if (uri.getUserInfo() != null) {
            String[] login = uri.getUserInfo().split(":", 2);
            at.setUsername(login[0]);
            at.setPassword(login[1]);
        }
        return at;
    }

    private <F extends InitializingBean & DisposableBean & RedisConnectionFactory> F started(F factory) {
        unchecked(factory::afterPropertiesSet);
        made.add(factory);
        return factory;
    }

    @Override
    public void close() {
        made.forEach(factory -> unchecked(factory::destroy));
        made.clear();
    }

    private static void unchecked(Callback callback) {
        try {
            callback.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** What Spring calls at the beginning and the end of a bean. */
    private interface Callback {
        void call() throws Exception;
    }
}
