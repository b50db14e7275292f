package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mortise.StoreRefusedException;
import dev.mortise.StoreUnavailableException;
import dev.mortise.redis.Driver;
import dev.mortise.redis.DriverProvider;
import dev.mortise.redis.Link;
import dev.mortise.redis.RedisUri;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Time;
import dev.mortise.spi.Trouble;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;

@Timeout(60)
class JedisDriverTest {

    private static final Time TIME = new SystemTime("mortise-test-timer");
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static RedisServer server;
    private static RedisServer guarded;

    /** The three ways to a server. */
    enum Way {
        URI,
        POOL,
        PIPELINE
    }

    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        guarded = RedisServer.start(ServerOptions.defaults().withConfig("requirepass s3cret"));
    }

    @AfterAll
    static void stop() {
        server.close();
        guarded.close();
    }

    @BeforeEach
    void empty() {
        server.command("FLUSHALL");
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("mortise-test"));
        await().untilAsserted(() ->
                assertThat((String) server.command("CLIENT", "LIST")).doesNotContain("name=mortise"));
    }

    @ParameterizedTest
    @EnumSource
    void bytesNumbersListsAndNilComeBackAsTheyAre(Way way) throws Exception {
        byte[] odd = {0, '\r', '\n', (byte) 0xff, '$'};
        List<?> reply = (List<?>) value(open(way).send(TestScripts.kinds(odd, new byte[0])));
        assertThat((byte[]) reply.get(0)).isEqualTo(odd);
        assertThat((byte[]) reply.get(1)).isEmpty();
        assertThat(reply.get(2)).isEqualTo(7L);
        assertThat(reply.get(3)).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void aFlushedScriptIsLoadedAgain(Way way) throws Exception {
        Link link = open(way);
        assertThat(value(link.send(TestScripts.store("k", "1", 0)))).isEqualTo(1L);
        server.command("SCRIPT", "FLUSH");
        assertThat(value(link.send(TestScripts.store("k", "2", 0)))).isEqualTo(2L);
        server.command("CONFIG", "RESETSTAT");
        assertThat(value(link.send(TestScripts.store("k", "3", 0)))).isEqualTo(3L);
        assertThat(server.commandCalls()).containsEntry("evalsha", 1L).doesNotContainKey("eval");
    }

    @ParameterizedTest
    @EnumSource
    void manyInFlightAreAnsweredInOrder(Way way) throws Exception {
        Link link = open(way);
        List<Reply<Object>> replies = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            replies.add(link.send(TestScripts.store("k", Integer.toString(i), 0)));
        }
        for (int i = 0; i < 1_000; i++) {
            assertThat(value(replies.get(i))).isEqualTo(i + 1L);
        }
        assertThat(server.command("GET", "k")).isEqualTo("999");
    }

    @ParameterizedTest
    @EnumSource
    void aKilledConnectionIsMadeAgain(Way way) throws Exception {
        Link link = open(way);
        value(link.send(TestScripts.store("k", "1", 0)));
        server.command("CLIENT", "KILL", "TYPE", "normal");
        Outcome<Object> first = link.send(TestScripts.store("k", "2", 0)).await(soon(), true);
        assertThat(((Outcome.Failed<Object>) first).trouble().perhapsDone()).isTrue();
        assertThat(value(link.send(TestScripts.store("k", "3", 0)))).isEqualTo(2L);
    }

    @ParameterizedTest
    @EnumSource
    void aForeignKeyIsToldApart(Way way) throws Exception {
        server.command("LPUSH", "k:n", "x");
        Outcome<Object> outcome = open(way).send(TestScripts.store("k", "1", 0)).await(soon(), true);
        Trouble trouble = ((Outcome.Failed<Object>) outcome).trouble();
        assertThat(trouble.kind()).isEqualTo(Trouble.Kind.FOREIGN);
        assertThat(trouble.code()).isEqualTo("WRONGTYPE");
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatIsGoneIsUnavailable(Way way) throws Exception {
        try (RedisServer gone = RedisServer.start()) {
            Link link = open(driver(way, gone));
            value(link.send(TestScripts.store("k", "1", 0)));
            gone.kill();
            for (int i = 0; i < 3; i++) {
                Outcome<Object> outcome =
                        link.send(TestScripts.store("k", "2", 0)).await(soon(), true);
                assertThat(((Outcome.Failed<Object>) outcome).trouble().kind()).isEqualTo(Trouble.Kind.UNAVAILABLE);
            }
            gone.restart();
            assertThat(value(link.send(TestScripts.store("k", "1", 0)))).isEqualTo(1L);
        }
    }

    @Test
    void aStalledServerDoesNotHoldUpInterruptsAndDeadlines() throws Exception {
        Link link = open(Way.URI);
        value(link.send(TestScripts.store("k", "1", 0)));
        server.pause();
        try {
            Reply<Object> reply = link.send(TestScripts.store("k", "2", 0));
            long begin = System.nanoTime();
            assertThat(reply.await(TIME.nanos() + TimeUnit.MILLISECONDS.toNanos(30), true))
                    .isInstanceOf(Outcome.Pending.class);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> reply.await(soon(), true)).isInstanceOf(InterruptedException.class);
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isBetween(30L, 1_000L);
            server.resume();
            assertThat(value(reply)).isEqualTo(2L);
            assertThat(value(link.send(TestScripts.store("k", "3", 0)))).isEqualTo(3L);
        } finally {
            server.resume();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatStaysSilentCountsAsLost(Way way) throws Exception {
        Link link = open(way);
        value(link.send(TestScripts.store("k", "1", 0)));
        server.pause();
        try {
            long begin = System.nanoTime();
            Outcome<Object> outcome = link.send(TestScripts.store("k", "2", 0)).await(soon(), true);
            assertThat(((Outcome.Failed<Object>) outcome).trouble().perhapsDone())
                    .isTrue();
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isBetween(1_500L, 6_000L);
        } finally {
            server.resume();
        }
    }

    @Test
    void theDatabaseIsSelected() throws Exception {
        Link link = open(uri(server.uri() + "/3"));
        value(link.send(TestScripts.store("k", "1", 0)));
        assertThat(server.info("keyspace")).containsOnlyKeys("db3");
    }

    @Test
    void aDatabaseThatIsNotThereIsToldAtOnce() {
        assertThatThrownBy(() -> open(uri(server.uri() + "/99")))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("choose a database");
    }

    @Test
    void aPasswordLetsIn() throws Exception {
        Link link = open(uri("redis://:s3cret@127.0.0.1:" + guarded.port()));
        assertThat(value(link.send(TestScripts.store("k", "1", 0)))).isEqualTo(1L);
    }

    @Test
    void aUserLetsIn() throws Exception {
        guarded.command("ACL", "SETUSER", "app", "on", ">hidden", "~*", "&*", "+@all", "-client");
        Link link = open(uri("redis://app:hidden@127.0.0.1:" + guarded.port()));
        assertThat(value(link.send(TestScripts.store("user", "1", 0)))).isEqualTo(1L);
    }

    @Test
    void aWrongPasswordIsToldWithoutShowingIt() {
        assertThatThrownBy(() -> open(uri("redis://:wr0ng@127.0.0.1:" + guarded.port())))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("check user and password")
                .hasStackTraceContaining("WRONGPASS")
                .satisfies(e -> assertThat(stackTrace(e)).doesNotContain("wr0ng"));
    }

    @Test
    void aMissingPasswordIsToldAtOnce() {
        assertThatThrownBy(() -> open(uri(guarded.uri())))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("NOAUTH")
                .hasMessageContaining("redis://user:password@host");
    }

    @Test
    void aPasswordForAServerWithoutIsToldAtOnce() {
        assertThatThrownBy(() -> open(uri("redis://:s3cret@127.0.0.1:" + server.port())))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("take user and password out of the URI")
                .satisfies(e -> assertThat(stackTrace(e)).doesNotContain("s3cret"));
    }

    @Test
    void anUnreachablePortIsToldAtOnce() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        assertThatThrownBy(() -> open(uri("redis://:s3cret@127.0.0.1:" + port)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("redis://127.0.0.1:" + port)
                .hasMessageContaining("check that Redis listens");
    }

    @Test
    void anUnknownHostIsToldAtOnce() {
        assertThatThrownBy(() -> open(uri("redis://no-such-host.invalid")))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("unknown host");
    }

    @Test
    void aServerThatNeverAnswersIsToldAfterTheLimit() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> open(uri("redis://127.0.0.1:" + mute.getLocalPort())))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("no answer in time");
        }
    }

    @Test
    void tlsTowardsAPlainPortIsTold() {
        assertThatThrownBy(() -> open(uri("rediss://127.0.0.1:" + server.port())))
                .hasMessageContaining("that the port speaks TLS");
    }

    @Test
    void theConnectionsHaveAName() throws Exception {
        value(open(Way.URI).send(TestScripts.store("k", "1", 0)));
        assertThat((String) server.command("CLIENT", "LIST")).contains("name=mortise-test-io");
    }

    @Test
    void aPoolLendsAtMostThreeAndGetsThemBack() throws Exception {
        try (RedisClient client = RedisClient.create("127.0.0.1", server.port())) {
            Driver driver = new ClientDriver(client);
            Link link = driver.open(TIME, LIMIT, "mortise-test-io");
            assertThat(client.getPool().getNumActive()).isEqualTo(1);
            for (int i = 0; i < 10; i++) {
                value(link.send(TestScripts.store("k", "1", i)));
            }
            assertThat(client.getPool().getNumActive()).isEqualTo(2);
            Heard heard = new Heard();
            Driver.Subscription subscription = driver.listen("news", heard, "mortise-test-messages");
            heard.expect("subscribed news");
            assertThat(client.getPool().getNumActive()).isEqualTo(3);
            server.command("CLIENT", "KILL", "TYPE", "normal");
            for (int i = 0; i < 2; i++) {
                link.send(TestScripts.store("k", "1", i)).await(soon(), true);
                value(link.send(TestScripts.store("k", "1", i)));
            }
            assertThat(client.getPool().getNumActive()).isEqualTo(3);
            subscription.close();
            link.close();
            driver.close();
            assertThat(client.getPool().getNumActive()).isZero();
            assertThat(client.getPool().getNumIdle()).isPositive();
            assertThat(client.get("k")).isEqualTo("1");
            assertThat(client.ping()).isEqualTo("PONG");
        }
    }

    @Test
    void anExhaustedPoolIsToldAfterTheLimit() throws Exception {
        ConnectionPoolConfig one = new ConnectionPoolConfig();
        one.setMaxTotal(1);
        try (RedisClient client = RedisClient.builder()
                .hostAndPort("127.0.0.1", server.port())
                .poolConfig(one)
                .build()) {
            Link link = open(new ClientDriver(client));
            value(link.send(TestScripts.store("k", "1", 0)));
            Outcome<Object> outcome = link.send(TestScripts.store("k", "1", 1)).await(soon(), true);
            Trouble trouble = ((Outcome.Failed<Object>) outcome).trouble();
            assertThat(trouble.code()).isEqualTo("POOL");
            assertThat(trouble.perhapsDone()).isFalse();
            link.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSubscriptionTellsMessagesAndComesBackAfterACut(Way way) throws Exception {
        Heard heard = new Heard();
        Driver.Subscription subscription = listen(driver(way, server), heard);
        heard.expect("subscribed news");
        server.command("PUBLISH", "news", "one");
        heard.expect("news one");
        server.command("CLIENT", "KILL", "TYPE", "pubsub");
        heard.expect("interrupted");
        heard.expect("subscribed news");
        server.command("PUBLISH", "news", "two");
        heard.expect("news two");
        subscription.close();
        await().until(() -> ((List<?>) Objects.requireNonNull(server.command("PUBSUB", "CHANNELS"))).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void channelsAreAddedAndRemovedOverOneConnection(Way way) throws Exception {
        Heard heard = new Heard();
        Driver.Subscription subscription = listen(driver(way, server), heard);
        heard.expect("subscribed news");
        subscription.add("sport");
        subscription.add("sport");
        heard.expect("subscribed sport");
        subscription.add("wörld");
        heard.expect("subscribed wörld");
        assertThat((String) server.command("CLIENT", "LIST", "TYPE", "pubsub")).hasLineCount(1);
        server.command("PUBLISH", "sport", "goal");
        heard.expect("sport goal");
        server.command("PUBLISH", "wörld", "peace");
        heard.expect("wörld peace");
        subscription.remove("sport");
        await().until(() -> channels(server).equals(Set.of("news", "wörld")));
        subscription.add("sport");
        heard.expect("subscribed sport");
        subscription.close();
        await().until(() -> channels(server).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void addedChannelsComeBackAfterACut(Way way) throws Exception {
        Heard heard = new Heard();
        Driver.Subscription subscription = listen(driver(way, server), heard);
        heard.expect("subscribed news");
        subscription.add("sport");
        subscription.add("gone");
        heard.expect("subscribed sport");
        heard.expect("subscribed gone");
        subscription.remove("gone");
        await().until(() -> channels(server).equals(Set.of("news", "sport")));
        server.command("CLIENT", "KILL", "TYPE", "pubsub");
        heard.expect("interrupted");
        heard.expectAll("subscribed news", "subscribed sport");
        assertThat(channels(server)).containsExactlyInAnyOrder("news", "sport");
        server.command("PUBLISH", "sport", "goal");
        heard.expect("sport goal");
    }

    @ParameterizedTest
    @EnumSource
    void channelsAddedWhileTheServerIsDownAreConfirmedLater(Way way) throws Exception {
        try (RedisServer late = RedisServer.start()) {
            late.kill();
            Heard heard = new Heard();
            Driver.Subscription subscription = listen(driver(way, late), heard);
            subscription.add("sport");
            subscription.add("gone");
            subscription.remove("gone");
            late.restart();
            heard.expectAll("subscribed news", "subscribed sport");
            assertThat(channels(late)).containsExactlyInAnyOrder("news", "sport");
            subscription.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void channelsMayChangeOnManyThreadsAtAnyTime(Way way) throws Exception {
        Heard heard = new Heard();
        Driver.Subscription subscription = listen(driver(way, server), heard);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String channel = "c" + i;
            Thread thread = new Thread(() -> {
                for (int round = 0; round < 50; round++) {
                    subscription.add(channel);
                    subscription.remove(channel);
                }
                subscription.add(channel);
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        await().until(() -> channels(server).equals(Set.of("news", "c0", "c1", "c2", "c3")));
        server.command("PUBLISH", "c3", "last");
        heard.expectLater("c3 last");
    }

    @Test
    void theFirstChannelStays() {
        Driver.Subscription subscription = listen(driver(Way.URI, server), new Heard());
        assertThatThrownBy(() -> subscription.remove("news")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aSubscriptionWaitsForAServerThatIsDown(Way way) throws Exception {
        try (RedisServer late = RedisServer.start()) {
            late.kill();
            Heard heard = new Heard();
            Driver.Subscription subscription = listen(driver(way, late), heard);
            late.restart();
            heard.expect("subscribed news");
            subscription.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void closingASubscriptionTakesNoTime(Way way) throws Exception {
        Heard heard = new Heard();
        Driver.Subscription subscription = listen(driver(way, server), heard);
        heard.expect("subscribed news");
        long begin = System.nanoTime();
        subscription.close();
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isLessThan(400);
    }

    @Test
    void aHalfOpenSubscriptionIsFoundOut() throws Exception {
        Heard heard = new Heard();
        Endpoint endpoint = new Endpoint(RedisUri.parse(server.uri()), 300, "mortise-test-messages");
        Driver.Subscription subscription = opened(new MessageLoop(
                "the server",
                "news",
                channels -> new SocketSession(endpoint.connect(), channels, 300, 200),
                heard,
                "mortise-test-messages",
                300));
        heard.expect("subscribed news");
        server.pause();
        try {
            heard.expect("interrupted");
        } finally {
            server.resume();
        }
        heard.expect("subscribed news");
        subscription.close();
    }

    @Test
    void aBorrowedSubscriptionIsPingedAndFoundOutWhenHalfOpen() throws Exception {
        Heard heard = new Heard();
        ClientDriver driver = new ClientDriver(opened(RedisClient.create("127.0.0.1", server.port())), 100);
        server.command("CONFIG", "RESETSTAT");
        Driver.Subscription subscription = listen(driver, heard);
        heard.expect("subscribed news");
        await().until(() -> server.commandCalls().getOrDefault("ping", 0L) >= 3);
        server.pause();
        try {
            heard.expect("interrupted");
        } finally {
            server.resume();
        }
        heard.expect("subscribed news");
        subscription.close();
    }

    @ParameterizedTest
    @EnumSource
    void aSubscriptionCanBeClosedAtAnyTime(Way way) {
        Driver driver = driver(way, server);
        for (int i = 0; i < 30; i++) {
            Driver.Subscription subscription = listen(driver, new Heard());
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100L * i));
            long begin = System.nanoTime();
            subscription.close();
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isLessThan(1_500);
        }
    }

    @Test
    void aQuietSubscriptionIsPingedAndStays() throws Exception {
        Heard heard = new Heard();
        Endpoint endpoint = new Endpoint(RedisUri.parse(server.uri()), 2_000, "mortise-test-messages");
        server.command("CONFIG", "RESETSTAT");
        opened(new MessageLoop(
                "the server",
                "news",
                channels -> new SocketSession(endpoint.connect(), channels, 2_000, 50),
                heard,
                "mortise-test-messages",
                2_000));
        heard.expect("subscribed news");
        await().until(() -> server.commandCalls().getOrDefault("ping", 0L) >= 3);
        server.command("PUBLISH", "news", "one");
        heard.expect("news one");
    }

    @Test
    void theProviderIsFoundOnTheClassPath() {
        assertThat(ServiceLoader.load(DriverProvider.class))
                .anyMatch(provider -> provider.name().equals("Jedis") && provider.rank() == 10);
    }

    private Link open(Way way) {
        return open(driver(way, server));
    }

    private Link open(Driver driver) {
        return opened(driver.open(TIME, LIMIT, "mortise-test-io"));
    }

    private Driver.Subscription listen(Driver driver, Driver.Subscriber subscriber) {
        return opened(driver.listen("news", subscriber, "mortise-test-messages"));
    }

    private static Driver uri(String uri) {
        return new JedisDriverProvider().create(RedisUri.parse(uri));
    }

    @SuppressWarnings("deprecation") // the plainest client that shows no pool
    private Driver driver(Way way, RedisServer at) {
        HostAndPort address = new HostAndPort("127.0.0.1", at.port());
        return switch (way) {
            case URI -> uri(at.uri());
            case POOL -> new ClientDriver(opened(RedisClient.create(address)));
            case PIPELINE ->
                new ClientDriver(
                        opened(new UnifiedJedis(new PooledConnectionProvider(address), 1, Duration.ofSeconds(1))));
        };
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    private static Object value(Reply<Object> reply) throws InterruptedException {
        Outcome<Object> outcome = reply.await(soon(), true);
        if (outcome instanceof Outcome.Done<Object> done) {
            return done.value();
        }
        throw new AssertionError(outcome.toString());
    }

    private static Set<Object> channels(RedisServer at) {
        return new HashSet<>((List<?>) Objects.requireNonNull(at.command("PUBSUB", "CHANNELS")));
    }

    private static long soon() {
        return TIME.nanos() + TimeUnit.SECONDS.toNanos(20);
    }

    private static String stackTrace(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** What a subscriber was told, in order. */
    private static final class Heard implements Driver.Subscriber {

        private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

        void expect(String what) throws InterruptedException {
            assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo(what);
        }

        void expectAll(String... what) throws InterruptedException {
            Set<String> heard = new HashSet<>();
            for (int i = 0; i < what.length; i++) {
                heard.add(told.poll(20, TimeUnit.SECONDS));
            }
            assertThat(heard).containsExactlyInAnyOrder(what);
        }

        /** Passes over what came before it. */
        void expectLater(String what) throws InterruptedException {
            String next;
            do {
                next = told.poll(20, TimeUnit.SECONDS);
                assertThat(next).isNotNull();
            } while (!next.equals(what));
        }

        @Override
        public void subscribed(String channel) {
            told.add("subscribed " + channel);
        }

        @Override
        public void interrupted() {
            told.add("interrupted");
        }

        @Override
        public void message(String channel, byte[] payload) {
            told.add(channel + " " + new String(payload, StandardCharsets.UTF_8));
        }
    }
}
