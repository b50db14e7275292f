package dev.mortise.jedis;

import dev.mortise.redis.Tls;
import dev.mortise.spi.Store;
import dev.mortise.tck.driver.TlsTopologyKit;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.SentinelServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;

/** TLS behind Sentinel and in a Redis Cluster, over Jedis. */
class JedisTlsTopologyTest extends TlsTopologyKit {

    private static final List<UnifiedJedis> CLIENTS = new ArrayList<>();

    @Override
    protected Store storeAt(String uri) {
        return JedisStore.at(uri);
    }

    @Override
    protected Store storeAt(String uri, Tls tls) {
        return JedisStore.at(uri, tls);
    }

    @Override
    protected Store storeOverAClient(SentinelServers servers, Login login) {
        return over(RedisSentinelClient.builder()
                .sentinels(addresses(servers.sentinels()))
                .sentinelClientConfig(config(login))
                .masterName(SentinelServers.MASTER)
                .clientConfig(config(login))
                .build());
    }

    @Override
    protected Store storeOverAClient(ClusterServers servers, Login login) {
        return over(RedisClusterClient.builder()
                .nodes(addresses(servers.servers()))
                .clientConfig(config(login))
                .build());
    }

    private static Store over(UnifiedJedis client) {
        CLIENTS.add(client);
        return JedisStore.using(client);
    }

    private static Set<HostAndPort> addresses(List<RedisServer> servers) {
        return servers.stream()
                .map(server -> new HostAndPort("127.0.0.1", server.tlsPort()))
                .collect(Collectors.toSet());
    }

    @SuppressWarnings("deprecation") // SslOptions would read a store for each connection
    private static JedisClientConfig config(Login login) {
        return DefaultJedisClientConfig.builder()
                .user(login.user())
                .password(login.password())
                .ssl(true)
                .sslSocketFactory(login.tls().context().getSocketFactory())
                .build();
    }

    @Override
    protected void closeClients() {
        CLIENTS.forEach(UnifiedJedis::close);
        CLIENTS.clear();
    }
}
