package dev.mortise.lettuce;

import dev.mortise.redis.RedisUri;
import dev.mortise.redis.Tls;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A client for one store: two threads, nothing buffered, nothing sent again. */
final class OurClient implements AutoCloseable {

    private static final int THREADS = 2;

    final RedisClient client;
    private final ClientResources resources;
    private final Duration limit;

    OurClient(Tls tls, Duration limit, String threadName) {
        this.limit = limit;
        this.resources = ClientResources.builder()
                .ioThreadPoolSize(THREADS)
                .computationThreadPoolSize(THREADS)
                .threadFactoryProvider(pool -> new DefaultThreadFactory(threadName, true))
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .nettyCustomizer(new DropUnsent())
                .build();
        this.client = RedisClient.create(resources);
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .protocolVersion(ProtocolVersion.RESP2)
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build()) // a session has its own
                .sslOptions(secured(tls))
                .socketOptions(SocketOptions.builder().connectTimeout(limit).build())
                .build());
    }

    @Override
    public void close() {
        long millis = limit.toMillis();
        client.shutdownAsync(0, millis, TimeUnit.MILLISECONDS).join(); // shutdown() throws when interrupted, half-way
        resources.shutdown(0, millis, TimeUnit.MILLISECONDS).awaitUninterruptibly(millis);
    }

    private static SslOptions secured(Tls tls) {
        SslOptions.Builder options = SslOptions.builder().jdkSslProvider();
        if (tls.trusts() != null) {
            options.trustManager(tls.trusts());
        }
        if (tls.keys() != null) {
            options.keyManager(tls.keys());
        }
        return options.build();
    }

    /** A URI as Lettuce has them. */
    static RedisURI uri(RedisUri uri, Duration limit, String clientName) {
        RedisURI.Builder at = RedisURI.builder()
                .withHost(uri.host())
                .withPort(uri.port())
                .withSsl(uri.tls())
                .withDatabase(uri.database())
                .withTimeout(limit)
                .withClientName(clientName)
                .withLibraryName("") // CLIENT SETINFO would need one more permission
                .withLibraryVersion("");
        String user = uri.user();
        String password = uri.password();
        if (password != null) {
            if (user == null) {
                at.withPassword(password.toCharArray());
            } else {
                at.withAuthentication(user, password.toCharArray());
            }
        }
        return at.build();
    }

    /** Closes sockets with linger 0, so that what the kernel did not send yet is never sent. */
    private static final class DropUnsent implements NettyCustomizer {

        @Override
        public void afterChannelInitialized(Channel channel) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
    }
}
