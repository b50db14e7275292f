package dev.mortise.tck.driver;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Trouble;
import dev.mortise.tck.server.FaultProxy;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What every driver has to keep, from a URI and over a client that was handed in. */
public abstract class DriverKit extends DriverBench {

    /** For subclasses. */
    protected DriverKit() {}

    /**
     * A driver to a port of this host; what it needs beside is given to {@link #opened}.
     *
     * @param quiet how long a subscription may hear nothing before it is pinged
     */
    protected abstract Driver driver(int port, Duration quiet);

    private Driver driver(RedisServer at) {
        return driver(at.port(), QUIET);
    }

    private Link link() {
        return open(driver(server));
    }

    private Driver.Subscription listening(Heard heard) {
        Driver driver = driver(server);
        open(driver);
        return listen(driver, heard);
    }

    @Test
    void bytesNumbersListsAndNilComeBackAsTheyAre() throws Exception {
        byte[] odd = {0, '\r', '\n', (byte) 0xff, '$'};
        List<?> reply = (List<?>) value(link().send(TestScripts.kinds(odd, new byte[0])));
        assertThat((byte[]) reply.get(0)).isEqualTo(odd);
        assertThat((byte[]) reply.get(1)).isEmpty();
        assertThat(reply.get(2)).isEqualTo(7L);
        assertThat((List<?>) reply.get(3)).hasSize(2).last().isEqualTo(List.of());
        assertThat(reply.get(4)).isNull();
        assertThat(reply).hasSize(5);
    }

    @Test
    void aFlushedScriptIsLoadedAgain() throws Exception {
        Link link = link();
        assertThat(value(link.send(TestScripts.store("k", "1", 0)))).isEqualTo(1L);
        server.command("SCRIPT", "FLUSH");
        assertThat(value(link.send(TestScripts.store("k", "2", 0)))).isEqualTo(2L);
        server.command("CONFIG", "RESETSTAT");
        assertThat(value(link.send(TestScripts.store("k", "3", 0)))).isEqualTo(3L);
        assertThat(server.commandCalls()).containsEntry("evalsha", 1L).doesNotContainKey("eval");
    }

    @Test
    void manyInFlightAreAnsweredInOrder() throws Exception {
        Link link = link();
        List<Reply<Object>> replies = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            replies.add(link.send(TestScripts.store("k", Integer.toString(i), 1)));
        }
        for (int i = 0; i < 1_000; i++) {
            assertThat(value(replies.get(i))).isEqualTo(i + 1L);
        }
        assertThat(server.command("GET", "k")).isEqualTo("999");
    }

    @Test
    void aKilledConnectionIsMadeAgain() throws Exception {
        Link link = link();
        value(link.send(TestScripts.store("k", "1", 0)));
        server.command("CLIENT", "KILL", "TYPE", "normal");
        // requests fail until the client library has noticed: mostly one, on a busy machine more
        eventually("made again", () -> isStored(link, "2"));
        value(link.send(TestScripts.store("k", "3", 0)));
        assertThat(server.command("GET", "k")).isEqualTo("3");
    }

    private static boolean isStored(Link link, String value) {
        Outcome<Object> outcome = outcome(link.send(TestScripts.store("k", value, 0)));
        if (outcome instanceof Outcome.Failed<Object> failed) {
            assertThat(failed.trouble().kind()).isEqualTo(Trouble.Kind.UNAVAILABLE);
        }
        return outcome instanceof Outcome.Done;
    }

    private static Outcome<Object> outcome(Reply<Object> reply) {
        try {
            return reply.await(soon(), true);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatIsInFlightWhenTheConnectionBreaksIsNotSentAgain() throws Exception {
        try (FaultProxy proxy = FaultProxy.to(server.port())) {
            Link link = open(driver(proxy.port(), QUIET), Duration.ofSeconds(20));
            value(link.send(TestScripts.store("k", "1", 0)));
            proxy.blackhole(true);
            List<Reply<Object>> swallowed = swallowed(link, 20);
            proxy.cut();
            for (Reply<Object> reply : swallowed) {
                assertThat(trouble(reply).kind()).isEqualTo(Trouble.Kind.UNAVAILABLE);
            }
            proxy.heal();
            assertNothingIsSentAgain(link);
        }
    }

    @Test
    void whatIsInFlightWhenTheServerClosesTheConnectionIsNotSentAgain() throws Exception {
        Link link = open(driver(server), Duration.ofSeconds(20));
        value(link.send(TestScripts.store("k", "1", 0)));
        server.command(
                "CLIENT", "PAUSE", "60000", "WRITE"); // scripts are read, and run later unless their client is gone
        try {
            Reply<Object> swallowed = swallowed(link, 1).get(0);
            server.command("CLIENT", "KILL", "TYPE", "normal");
            assertThat(trouble(swallowed).perhapsDone()).isTrue();
        } finally {
            server.command("CLIENT", "UNPAUSE");
        }
        assertNothingIsSentAgain(link);
    }

    private static List<Reply<Object>> swallowed(Link link, int count) throws InterruptedException {
        List<Reply<Object>> replies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Reply<Object> reply = link.send(TestScripts.store("swallowed", "x", 0));
            reply.then(Runnable::run, outcome -> {});
            replies.add(reply);
        }
        assertThat(replies.get(count - 1).await(TIME.nanos() + TimeUnit.MILLISECONDS.toNanos(50), true))
                .isInstanceOf(Outcome.Pending.class);
        return replies;
    }

    private void assertNothingIsSentAgain(Link link) {
        eventually("it is there again", () -> isAnswered(link));
        assertThat(server.command("EXISTS", "swallowed")).isEqualTo(0L);
    }

    @Test
    void aForeignKeyIsToldApart() throws Exception {
        server.command("LPUSH", "k:n", "x");
        Trouble trouble = trouble(link().send(TestScripts.store("k", "1", 0)));
        assertThat(trouble.kind()).isEqualTo(Trouble.Kind.FOREIGN);
        assertThat(trouble.code()).isEqualTo("WRONGTYPE");
        assertThat(trouble.perhapsDone()).isFalse();
    }

    @Test
    void aServerThatIsGoneIsUnavailable() throws Exception {
        try (RedisServer gone = RedisServer.start()) {
            Link link = open(driver(gone));
            value(link.send(TestScripts.store("k", "1", 0)));
            gone.kill();
            for (int i = 0; i < 3; i++) {
                Trouble trouble = trouble(link.send(TestScripts.store("k", "2", 0)));
                assertThat(trouble.kind()).isEqualTo(Trouble.Kind.UNAVAILABLE);
            }
            gone.restart();
            assertThat(value(link.send(TestScripts.store("k", "1", 0)))).isEqualTo(1L);
        }
    }

    @Test
    void aStalledServerDoesNotHoldUpInterruptsAndDeadlines() throws Exception {
        Link link = open(driver(server), Duration.ofSeconds(20));
        value(link.send(TestScripts.store("k", "1", 0)));
        server.pause();
        try {
            Reply<Object> reply = link.send(TestScripts.store("k", "2", 0));
            long begin = System.nanoTime();
            assertThat(reply.await(TIME.nanos() + TimeUnit.MILLISECONDS.toNanos(30), true))
                    .isInstanceOf(Outcome.Pending.class);
            assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(30));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> reply.await(soon(), true)).isInstanceOf(InterruptedException.class);
            Thread.currentThread().interrupt();
            assertThat(reply.await(TIME.nanos() + TimeUnit.MILLISECONDS.toNanos(30), false))
                    .isInstanceOf(Outcome.Pending.class);
            assertThat(Thread.interrupted()).isTrue();
            server.resume();
            assertThat(value(reply)).isEqualTo(2L);
            assertThat(value(link.send(TestScripts.store("k", "3", 0)))).isEqualTo(3L);
        } finally {
            server.resume();
        }
    }

    @Test
    void aServerThatStaysSilentCountsAsLost() throws Exception {
        Link link = open(driver(server), SHORT_LIMIT);
        value(link.send(TestScripts.store("k", "1", 0)));
        server.pause();
        try {
            long begin = System.nanoTime();
            assertThat(trouble(link.send(TestScripts.store("k", "2", 0))).perhapsDone())
                    .isTrue();
            assertThat(System.nanoTime() - begin).isGreaterThan(SHORT_LIMIT.toNanos() * 3 / 4);
        } finally {
            server.resume();
        }
        eventually("it is there again", () -> isAnswered(link));
    }

    @Test
    void aClosedLinkAnswersAtOnce() throws Exception {
        Link link = open(driver(server), Duration.ofSeconds(20));
        value(link.send(TestScripts.store("k", "1", 0)));
        server.pause();
        try {
            Reply<Object> pending = link.send(TestScripts.store("k", "2", 0));
            pending.then(Runnable::run, outcome -> {});
            link.close();
            assertThat(trouble(pending).code()).isEqualTo("CLOSED");
            Trouble late = trouble(link.send(TestScripts.store("k", "3", 0)));
            assertThat(late.code()).isEqualTo("CLOSED");
            assertThat(late.perhapsDone()).isFalse();
        } finally {
            server.resume();
        }
    }

    @Test
    void aSubscriptionTellsMessagesAndComesBackAfterACut() throws Exception {
        Heard heard = new Heard();
        Driver.Subscription subscription = listening(heard);
        heard.expect("subscribed news");
        server.command("PUBLISH", "news", "one");
        heard.expect("news one");
        server.command("CLIENT", "KILL", "TYPE", "pubsub");
        heard.expect("interrupted");
        heard.expect("subscribed news");
        server.command("PUBLISH", "news", "two");
        heard.expect("news two");
        subscription.close();
        eventually("nobody listens", () -> channels(server).isEmpty());
    }

    @Test
    void channelsAreAddedAndRemovedOverOneConnection() throws Exception {
        Heard heard = new Heard();
        Driver.Subscription subscription = listening(heard);
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
        eventually("sport is left", () -> channels(server).equals(Set.of("news", "wörld")));
        subscription.add("sport");
        heard.expect("subscribed sport");
        subscription.close();
        eventually("nobody listens", () -> channels(server).isEmpty());
    }

    @Test
    void addedChannelsComeBackAfterACut() throws Exception {
        Heard heard = new Heard();
        Driver.Subscription subscription = listening(heard);
        heard.expect("subscribed news");
        subscription.add("sport");
        subscription.add("gone");
        heard.expectAll("subscribed sport", "subscribed gone");
        subscription.remove("gone");
        eventually("gone is left", () -> channels(server).equals(Set.of("news", "sport")));
        server.command("CLIENT", "KILL", "TYPE", "pubsub");
        heard.expect("interrupted");
        heard.expectAll("subscribed news", "subscribed sport");
        assertThat(channels(server)).containsExactlyInAnyOrder("news", "sport");
        server.command("PUBLISH", "sport", "goal");
        heard.expect("sport goal");
    }

    @Test
    void channelsAddedWhileTheServerIsDownAreConfirmedLater() throws Exception {
        try (RedisServer late = RedisServer.start()) {
            Driver driver = driver(late);
            open(driver);
            late.kill();
            Heard heard = new Heard();
            Driver.Subscription subscription = listen(driver, heard);
            subscription.add("sport");
            subscription.add("gone");
            subscription.remove("gone");
            late.restart();
            heard.expectAll("subscribed news", "subscribed sport");
            assertThat(channels(late)).containsExactlyInAnyOrder("news", "sport");
            subscription.close();
        }
    }

    @Test
    void channelsMayChangeOnManyThreadsAtAnyTime() throws Exception {
        Heard heard = new Heard();
        Driver.Subscription subscription = listening(heard);
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
        subscription.add("end");
        heard.expectLater("subscribed end"); // and all that was sent before it
        assertThat(channels(server)).containsExactlyInAnyOrder("news", "c0", "c1", "c2", "c3", "end");
        server.command("PUBLISH", "c3", "last");
        heard.expectLater("c3 last");
    }

    @Test
    void theFirstChannelStays() {
        Driver.Subscription subscription = listening(new Heard());
        assertThatThrownBy(() -> subscription.remove("news")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void closingASubscriptionTakesNoTime() throws Exception {
        Heard heard = new Heard();
        Driver.Subscription subscription = listening(heard);
        heard.expect("subscribed news");
        long begin = System.nanoTime();
        subscription.close();
        assertNotStuck(begin);
    }

    @Test
    void aSubscriptionCanBeClosedAtAnyTime() {
        Driver driver = driver(server);
        open(driver);
        for (int i = 0; i < 30; i++) {
            Driver.Subscription subscription = listen(driver, new Heard());
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100L * i));
            long begin = System.nanoTime();
            subscription.close();
            assertNotStuck(begin);
        }
        eventually("nobody listens", () -> channels(server).isEmpty());
    }

    @Test
    void aQuietSubscriptionIsPingedAndStays() throws Exception {
        Heard heard = new Heard();
        Driver driver = driver(server.port(), Duration.ofMillis(50));
        open(driver, SHORT_LIMIT);
        server.command("CONFIG", "RESETSTAT");
        listen(driver, heard);
        heard.expect("subscribed news");
        eventually("it is pinged, or subscribed again", () -> {
            Map<String, Long> calls = server.commandCalls();
            return calls.getOrDefault("ping", 0L) + calls.getOrDefault("subscribe", 0L) >= 4;
        });
        server.command("PUBLISH", "news", "one");
        heard.expectLater("news one");
    }

    /** A client that cannot be made to cut the connection of a subscription says so by a test of its own. */
    @Test
    protected void aHalfOpenSubscriptionIsFoundOut() throws Exception {
        Heard heard = new Heard();
        Driver driver = driver(server.port(), Duration.ofMillis(200));
        open(driver, Duration.ofMillis(500));
        listen(driver, heard);
        heard.expectLater("subscribed news");
        server.pause();
        try {
            heard.expectLater("interrupted");
        } finally {
            server.resume();
        }
        heard.expectLater("subscribed news");
    }

    private static boolean isAnswered(Link link) {
        try {
            return link.send(TestScripts.store("k", "1", 0)).await(soon(), true) instanceof Outcome.Done<Object>;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
