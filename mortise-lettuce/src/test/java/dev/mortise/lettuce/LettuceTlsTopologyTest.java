package dev.mortise.lettuce;

import dev.mortise.redis.Tls;
import dev.mortise.spi.Store;
import dev.mortise.tck.driver.TlsTopologyKit;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.SentinelServers;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.ArrayList;
import java.util.List;

/** TLS behind Sentinel and in a Redis Cluster, over Lettuce. */
class LettuceTlsTopologyTest extends TlsTopologyKit {

    private static final List<AbstractRedisClient> CLIENTS = new ArrayList<>();

    @Override
    protected Store storeAt(String uri) {
        return LettuceStore.at(uri);
    }

    @Override
    protected Store storeAt(String uri, Tls tls) {
        return LettuceStore.at(uri, tls);
    }

    @Override
    protected Store storeOverAClient(SentinelServers servers, Login login) {
        RedisURI.Builder uri = login(login).withSentinelMasterId(SentinelServers.MASTER);
        servers.sentinels().forEach(sentinel -> uri.withSentinel(uri(sentinel, login)));
        RedisClient client = RedisClient.create(uri.build());
        client.setOptions(ClientOptions.builder().sslOptions(secured(login)).build());
        CLIENTS.add(client);
        return LettuceStore.using(client);
    }

    @Override
    protected Store storeOverAClient(ClusterServers servers, Login login) {
        RedisClusterClient client = RedisClusterClient.create(
                servers.servers().stream().map(server -> uri(server, login)).toList());
        client.setOptions(
                ClusterClientOptions.builder().sslOptions(secured(login)).build());
        CLIENTS.add(client);
        return LettuceStore.using(client);
    }

    private static RedisURI uri(RedisServer server, Login login) {
        return login(login).withHost("127.0.0.1").withPort(server.tlsPort()).build();
    }

    private static RedisURI.Builder login(Login login) {
        return RedisURI.builder()
                .withSsl(true)
                .withAuthentication(login.user(), login.password().toCharArray());
    }

    private static SslOptions secured(Login login) {
        return SslOptions.builder()
                .trustManager(login.tls().trusts())
                .keyManager(login.tls().keys())
                .build();
    }

    @Override
    protected void closeClients() {
        CLIENTS.forEach(AbstractRedisClient::shutdown);
        CLIENTS.clear();
    }
}
