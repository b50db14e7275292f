package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A cluster of which the test says what each server answers. Slots are cut in halves: the first has the lower one. */
final class FakeServers implements Servers {

    static final ServerAddress A = new ServerAddress("a", 1);
    static final ServerAddress B = new ServerAddress("b", 2);
    static final ServerAddress C = new ServerAddress("c", 3);

    /** What was sent to whom, as {@code a:1 key}, with {@code asking} behind it if so. */
    final List<String> sent = new CopyOnWriteArrayList<>();

    final List<ServerAddress> closed = new CopyOnWriteArrayList<>();

    /** How often somebody has asked who the masters are. */
    final AtomicInteger asked = new AtomicInteger();

    private volatile @Nullable Time time;

    /** The two masters at present. */
    volatile List<ServerAddress> masters = List.of(A, B);

    /** By server and what was sent: an outcome, or null for an answer that does not come. */
    volatile BiFunction<ServerAddress, Request, @Nullable Outcome<Object>> answer =
            (server, request) -> new Outcome.Done<>(server.toString());

    static Outcome<Object> error(String message) {
        return new Outcome.Failed<>(Troubles.of(new ServerError(message)));
    }

    static Outcome<Object> lost(boolean perhapsDone) {
        return new Outcome.Failed<>(Troubles.lost(null, perhapsDone));
    }

    @Override
    public void open(Time clock, Duration requestLimit, String threadName) {
        time = clock;
    }

    @Override
    public Link link(ServerAddress at) {
        return new FakeLink(at);
    }

    @Override
    public Link lane(ServerAddress at, String threadName) {
        return new FakeLink(at);
    }

    /** Whether subscriptions that begin now confirm a channel as soon as it is added. */
    volatile boolean confirming;

    /** Who listens where, in the order in which they began. */
    final List<FakeSubscription> listening = new CopyOnWriteArrayList<>();

    @Override
    public Driver.Subscription listen(
            Supplier<ServerAddress> at, Channels channels, Driver.Subscriber subscriber, String threadName) {
        FakeSubscription made = new FakeSubscription(at.get(), channels, subscriber, confirming);
        listening.add(made);
        return made;
    }

    /** Confirms nothing by itself, unless it is told to. */
    static final class FakeSubscription implements Driver.Subscription {

        final ServerAddress at;
        final Driver.Subscriber subscriber;
        final Set<String> channels = new ConcurrentSkipListSet<>();
        volatile boolean closed;

        private final boolean confirming;

        FakeSubscription(ServerAddress at, Channels channels, Driver.Subscriber subscriber, boolean confirming) {
            this.at = at;
            this.confirming = confirming;
            this.subscriber = subscriber;
            this.channels.add(channels.first());
        }

        @Override
        public void add(String channel) {
            channels.add(channel);
            if (confirming) {
                subscriber.subscribed(channel);
            }
        }

        @Override
        public void remove(String channel) {
            channels.remove(channel);
        }

        @Override
        public void reconnect() {}

        @Override
        public void close() {
            closed = true;
        }
    }

    @Override
    public Object ask(ServerAddress at, Duration limit, String... command) throws IOException {
        List<ServerAddress> now = masters;
        asked.incrementAndGet();
        return List.of(range(0, 8_191, now.get(0)), range(8_192, 16_383, now.get(1)));
    }

    @Override
    public void close() {}

    private static List<Object> range(long first, long last, ServerAddress master) {
        return List.of(
                first,
                last,
                List.of(master.host().getBytes(StandardCharsets.UTF_8), (long) master.port(), new byte[0]));
    }

    /** Completes at once, or when it is closed. */
    private final class FakeLink implements Link {

        private final ServerAddress at;
        private final List<Silent> open = new CopyOnWriteArrayList<>();

        FakeLink(ServerAddress at) {
            this.at = at;
        }

        @Override
        public Reply<Object> send(Request request) {
            String keys = String.join(
                    ",", Arrays.stream(request.keys()).map(String::new).toList());
            sent.add(at + " " + keys + (request.isAsking() ? " asking" : ""));
            Outcome<Object> outcome = answer.apply(at, request);
            if (outcome != null) {
                return Reply.of(outcome);
            }
            Silent silent = new Silent();
            open.add(silent);
            return silent;
        }

        @Override
        public void close() {
            closed.add(at);
            open.forEach(reply -> reply.complete(new Outcome.Failed<Object>(Troubles.closed(true))));
        }
    }

    private final class Silent extends PendingReply {

        @Override
        protected long nanos() {
            return Objects.requireNonNull(time).nanos();
        }
    }

    /** A provider that has nothing but these. */
    record Provider(FakeServers servers) implements DriverProvider {

        @Override
        public String name() {
            return "Nobody";
        }

        @Override
        public String client() {
            return "java.lang.Object";
        }

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public Driver create(RedisUri uri) {
            throw new AssertionError("parsed " + uri);
        }

        @Override
        public Servers servers(RedisUri like, Function<ServerAddress, RedisUri> uris) {
            return servers;
        }
    }
}
