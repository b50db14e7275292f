package dev.mortise.jedis;

import dev.mortise.redis.Channels;
import dev.mortise.redis.CombiningLink;
import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.redis.RedisUri;
import dev.mortise.redis.ServerAddress;
import dev.mortise.redis.Servers;
import dev.mortise.redis.Wire;
import dev.mortise.spi.Time;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sockets of our own to servers that are found out later. */
final class UriServers implements Servers {

    private final Function<ServerAddress, RedisUri> uris;
    private final int quietMillis;
    private @Nullable Time time;
    private Duration limit = Duration.ZERO;
    private String threadName = "";

    /**
     * @param uris how to log in at each
     * @param quietMillis how long a subscription may hear nothing before it is asked
     */
    UriServers(Function<ServerAddress, RedisUri> uris, int quietMillis) {
        this.uris = uris;
        this.quietMillis = quietMillis;
    }

    @Override
    public void open(Time clock, Duration requestLimit, String name) {
        time = clock;
        limit = requestLimit;
        threadName = name;
    }

    @Override
    public Link link(ServerAddress at) {
        return link(at, CombiningLink.CONNECTIONS, threadName);
    }

    @Override
    public Link lane(ServerAddress at, String name) {
        return link(at, 1, name);
    }

    private Link link(ServerAddress at, int connections, String name) {
        return CombiningLink.whenNeeded(
                "Jedis at " + uris.apply(at),
                endpoint(at, limit, name)::connect,
                connections,
                Objects.requireNonNull(time),
                limit,
                name);
    }

    @Override
    public Driver.Subscription listen(
            Supplier<ServerAddress> at, Channels channels, Driver.Subscriber subscriber, String name) {
        int millis = millis(limit);
        return new MessageLoop(
                "Jedis",
                channels,
                wanted -> new SocketSession(endpoint(at.get(), limit, name).connect(), wanted, millis, quietMillis),
                subscriber,
                name,
                millis);
    }

    @Override
    public @Nullable Object ask(ServerAddress at, Duration within, String... command) throws IOException {
        int millis = millis(within);
        try (SocketWire wire = endpoint(at, within, threadName).connect()) {
            wire.write(command);
            wire.flush();
            Object reply = wire.read(millis, millis);
            if (reply == Wire.NOTHING_YET) {
                throw new SocketTimeoutException(at + " did not answer within " + millis + " ms");
            }
            return reply;
        }
    }

    /** Nothing is left once links and subscriptions are closed. */
    @Override
    public void close() {}

    private Endpoint endpoint(ServerAddress at, Duration within, String name) {
        return new Endpoint(uris.apply(at), millis(within), name);
    }

    private static int millis(Duration limit) {
        return Math.toIntExact(Math.max(1, limit.toMillis()));
    }
}
