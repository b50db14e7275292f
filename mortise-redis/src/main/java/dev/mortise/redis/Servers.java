package dev.mortise.redis;

import dev.mortise.spi.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reaches whichever server it is told to, over one client library. A {@link FollowingDriver} decides which: so Sentinel and
 * Cluster are followed once, for every client library.
 */
public interface Servers extends AutoCloseable {

    /**
     * Called once, before the others. Connects to nobody.
     *
     * @param requestLimit how long a request may stay unanswered
     * @param threadName for I/O threads
     */
    void open(Time time, Duration requestLimit, String threadName);

    /** A link to that server. Does not block: it connects when it is first needed. */
    Link link(ServerAddress at);

    /**
     * A link of one connection to that server, as {@link Driver#openLane} has it.
     *
     * @param threadName for the link's I/O thread
     */
    Link lane(ServerAddress at, String threadName);

    /**
     * As {@link Driver#listen}, wherever it is to be: asked for at each attempt to connect. A sharded channel that the
     * server has not, or no longer, makes it connect again.
     *
     * @param at does not block
     */
    Driver.Subscription listen(
            Supplier<ServerAddress> at, Channels channels, Driver.Subscriber subscriber, String threadName);

    /**
     * Sends one command over a connection of its own, and waits for the reply.
     *
     * @param limit how long it may take
     * @return a {@code Long}, {@code byte[]}, null, a {@link ServerError}, or a {@code List} of such
     * @throws WireException when it is known what to do about it
     */
    @Nullable
    Object ask(ServerAddress at, Duration limit, String... command) throws IOException;

    /** Ends what is ours. */
    @Override
    void close();
}
