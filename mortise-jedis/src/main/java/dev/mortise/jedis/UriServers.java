package dev.mortise.jedis;

import dev.mortise.redis.Channels;
import dev.mortise.redis.RedisUri;
import dev.mortise.redis.ServerAddress;
import dev.mortise.redis.Wire;
import dev.mortise.redis.WireFactory;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sockets of our own. */
final class UriServers extends JedisServers {

    private final Function<ServerAddress, RedisUri> uris;
    private final int quietMillis;

    /**
     * @param uris how to log in at each
     * @param quietMillis how long a subscription may hear nothing before it is asked
     */
    UriServers(Function<ServerAddress, RedisUri> uris, int quietMillis) {
        this.uris = uris;
        this.quietMillis = quietMillis;
    }

    @Override
    String describe(@Nullable ServerAddress at) {
        return at == null ? "Jedis" : "Jedis at " + uris.apply(at);
    }

    @Override
    WireFactory wires(ServerAddress at, String name) {
        return endpoint(at, limitMillis(), name)::connectForReplies;
    }

    @Override
    MessageLoop.Session session(ServerAddress at, Channels channels, Readers readers, String name) throws IOException {
        return new SocketSession(
                endpoint(at, limitMillis(), name).connect(), channels, readers, limitMillis(), quietMillis);
    }

    @Override
    public @Nullable Object ask(ServerAddress at, Duration within, String... command) throws IOException {
        int millis = millis(within);
        try (SocketWire wire = endpoint(at, millis, threadName()).connect()) {
            wire.write(command);
            wire.flush();
            Object reply = wire.read(millis, millis);
            if (reply == Wire.NOTHING_YET) {
                throw new SocketTimeoutException(at + " did not answer within " + millis + " ms");
            }
            return reply;
        }
    }

    private Endpoint endpoint(ServerAddress at, int millis, String name) {
        return new Endpoint(uris.apply(at), millis, name);
    }
}
