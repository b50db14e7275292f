package dev.mortise.jedis;

import dev.mortise.redis.Channels;
import dev.mortise.redis.CombiningLink;
import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.redis.ServerAddress;
import dev.mortise.redis.Servers;
import dev.mortise.redis.WireFactory;
import dev.mortise.spi.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Servers that are found out later, each over connections of its own. */
abstract class JedisServers implements Servers {

    private @Nullable Time time;
    private Duration limit = Duration.ZERO;
    private String threadName = "";

    /** For people. */
    abstract String describe(@Nullable ServerAddress at);

    /** Makes connections to that server. */
    abstract WireFactory wires(ServerAddress at, String name);

    /** Listens at that server. */
    abstract MessageLoop.Session session(ServerAddress at, Channels channels, Readers readers, String name)
            throws IOException;

    @Override
    public final void open(Time clock, Duration requestLimit, String name) {
        time = clock;
        limit = requestLimit;
        threadName = name;
    }

    @Override
    public final Link link(ServerAddress at) {
        return link(at, CombiningLink.CONNECTIONS, threadName);
    }

    @Override
    public final Link lane(ServerAddress at, String name) {
        return link(at, 1, name);
    }

    private Link link(ServerAddress at, int connections, String name) {
        return CombiningLink.whenNeeded(
                describe(at), wires(at, name), connections, Objects.requireNonNull(time), limit, name);
    }

    @Override
    public final Driver.Subscription listen(
            Supplier<ServerAddress> at, Channels channels, Driver.Subscriber subscriber, String name) {
        return new MessageLoop(
                describe(null),
                channels,
                (wanted, readers) -> session(at.get(), wanted, readers, name),
                subscriber,
                name,
                limitMillis());
    }

    /** Connections end with the links and subscriptions that have them. */
    @Override
    public final void close() {}

    final String threadName() {
        return threadName;
    }

    final int limitMillis() {
        return millis(limit);
    }

    static int millis(Duration limit) {
        return Math.toIntExact(Math.max(1, limit.toMillis()));
    }
}
