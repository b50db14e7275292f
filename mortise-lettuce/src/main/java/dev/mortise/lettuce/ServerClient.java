package dev.mortise.lettuce;

import dev.mortise.redis.RedisUri;
import dev.mortise.redis.ServerAddress;
import dev.mortise.redis.Tls;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A client that connects to whichever server it is told to. */
interface ServerClient extends AutoCloseable {

    /** Connects. */
    RedisClient client();

    /**
     * Where and how.
     *
     * @param name for the connection
     */
    RedisURI uri(ServerAddress at, String name);

    @Override
    void close();

    /** Makes one. */
    interface Factory {
        ServerClient make(Duration limit, String threadName);
    }

    /**
     * One with threads of its own.
     *
     * @param secured for those that speak TLS
     */
    static Factory ours(Tls secured, Function<ServerAddress, RedisUri> uris) {
        return (limit, threadName) -> {
            OurClient ours = new OurClient(secured, limit, threadName);
            return new ServerClient() {
                @Override
                public RedisClient client() {
                    return ours.client;
                }

                @Override
                public RedisURI uri(ServerAddress at, String name) {
                    return OurClient.uri(uris.apply(at), limit, name);
                }

                @Override
                public void close() {
                    ours.close();
                }
            };
        };
    }

    /**
     * One with the threads, the options and the login of the application's cluster client, which has no way to connect to a
     * server that it does not choose itself. The application's client stays open.
     *
     * @param login of any server
     */
    static Factory like(RedisURI login, ClientResources resources, ClientOptions options) {
        return (limit, threadName) -> {
            RedisClient client = RedisClient.create(resources);
            client.setOptions(ClientOptions.copyOf(options)
                    .mutate()
                    .autoReconnect(false)
                    .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                    .timeoutOptions(
                            TimeoutOptions.builder().timeoutCommands(false).build())
                    .build());
            return new ServerClient() {
                @Override
                public RedisClient client() {
                    return client;
                }

                @Override
                public RedisURI uri(ServerAddress at, String name) {
                    return RedisURI.builder(login)
                            .withHost(at.host())
                            .withPort(at.port())
                            .withClientName(name)
                            .build();
                }

                @Override
                public void close() {
                    client.shutdownAsync(0, limit.toMillis(), TimeUnit.MILLISECONDS)
                            .join();
                }
            };
        };
    }
}
