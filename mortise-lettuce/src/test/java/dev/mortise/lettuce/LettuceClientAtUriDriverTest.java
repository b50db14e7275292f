package dev.mortise.lettuce;

import dev.mortise.redis.Driver;
import dev.mortise.tck.driver.DriverKit;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import java.time.Duration;

/** A driver's duties, over a client of the application without a URI of its own, and with other options. */
class LettuceClientAtUriDriverTest extends DriverKit {

    @Override
    protected Driver driver(int port, Duration quiet) {
        RedisClient client = opened(RedisClient.create());
        client.setOptions(ClientOptions.builder()
                .protocolVersion(ProtocolVersion.RESP2)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.ACCEPT_COMMANDS)
                .timeoutOptions(TimeoutOptions.enabled())
                .publishOnScheduler(true)
                .build());
        return LettuceStore.driver(client, RedisURI.create("127.0.0.1", port)).pingedAfter(quiet.toNanos());
    }
}
