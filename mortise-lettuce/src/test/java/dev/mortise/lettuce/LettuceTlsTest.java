package dev.mortise.lettuce;

import dev.mortise.redis.Tls;
import dev.mortise.spi.Store;
import dev.mortise.tck.driver.TlsKit;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** TLS over Lettuce. */
class LettuceTlsTest extends TlsKit {

    private static final List<RedisClient> CLIENTS = new ArrayList<>();

    @Override
    protected Store storeAt(String uri) {
        return LettuceStore.at(uri);
    }

    @Override
    protected Store storeAt(String uri, Tls tls) {
        return LettuceStore.at(uri, tls);
    }

    @Override
    protected Store storeOverAClient(
            int port, String user, String secret, Path authority, Path certificate, String password) {
        RedisClient client = RedisClient.create(RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(port)
                .withSsl(true)
                .withAuthentication(user, secret.toCharArray())
                .build());
        client.setOptions(ClientOptions.builder()
                .sslOptions(SslOptions.builder()
                        .keyStoreType("PKCS12")
                        .truststore(authority.toFile(), password)
                        .keystore(certificate.toFile(), password.toCharArray())
                        .build())
                .build());
        CLIENTS.add(client);
        return LettuceStore.using(client);
    }

    @Override
    protected void closeClients() {
        CLIENTS.forEach(RedisClient::shutdown);
        CLIENTS.clear();
    }
}
