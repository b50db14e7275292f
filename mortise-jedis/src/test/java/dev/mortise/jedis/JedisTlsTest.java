package dev.mortise.jedis;

import dev.mortise.redis.Tls;
import dev.mortise.spi.Store;
import dev.mortise.tck.driver.TlsKit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;

/** TLS over Jedis. */
class JedisTlsTest extends TlsKit {

    private static final List<RedisClient> CLIENTS = new ArrayList<>();

    @Override
    protected Store storeAt(String uri) {
        return JedisStore.at(uri);
    }

    @Override
    protected Store storeAt(String uri, Tls tls) {
        return JedisStore.at(uri, tls);
    }

    @Override
    protected Store storeOverAClient(
            int port, String user, String secret, Path authority, Path certificate, String password) {
        SslOptions tls = SslOptions.builder()
                .trustStoreType("PKCS12")
                .truststore(authority.toFile(), password.toCharArray())
                .keyStoreType("PKCS12")
                .keystore(certificate.toFile(), password.toCharArray())
                .build();
        RedisClient client = RedisClient.builder()
                .hostAndPort("127.0.0.1", port)
                .clientConfig(DefaultJedisClientConfig.builder()
                        .user(user)
                        .password(secret)
                        .sslOptions(tls)
                        .build())
                .build();
        CLIENTS.add(client);
        return JedisStore.using(client);
    }

    @Override
    protected void closeClients() {
        CLIENTS.forEach(RedisClient::close);
        CLIENTS.clear();
    }
}
