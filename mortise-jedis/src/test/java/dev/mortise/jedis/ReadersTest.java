package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.redis.Channels;
import dev.mortise.redis.Driver;
import dev.mortise.redis.RedisUri;
import dev.mortise.spi.Messages;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.server.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who reads the messages of a connection to a real server: its thread, or one that waits for a message. */
@Tag("servers")
class ReadersTest {

    private static final int PATIENCE_SECONDS = 30;
    private static final int LIMIT_MILLIS = 20_000;

    /** Longer than a test may take. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private static final long LONG_NANOS = LONG.toNanos();

    private record Heard(String text, Thread by) {}

    private final RedisServer server = RedisServer.start();
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private final CountDownLatch subscribed = new CountDownLatch(1);
    private final BlockingQueue<String> interruptions = new LinkedBlockingQueue<>();
    private volatile Thread keeper;
    private Driver.Subscription subscription;
    private Messages messages;

    /** Begins to listen, with a keeper that stands aside for that time unless it is wanted. */
    private void listen(Duration lent) throws InterruptedException {
        Endpoint endpoint = new Endpoint(RedisUri.parse("redis://127.0.0.1:" + server.port()), LIMIT_MILLIS, "test");
        Readers readers = new Readers(lent);
        messages = readers;
        subscription = new MessageLoop(
                "the test's server",
                Channels.classic("news"),
                (channels, same) -> new SocketSession(endpoint.connect(), channels, same, LIMIT_MILLIS, LIMIT_MILLIS),
                readers,
                new Listener(),
                "keeper",
                LIMIT_MILLIS);
        subscribed.await();
    }

    private final class Listener implements Driver.Subscriber {
        @Override
        public void subscribed(String channel) {
            keeper = Thread.currentThread();
            subscribed.countDown();
        }

        @Override
        public void interrupted() {
            interruptions.add("interrupted");
        }

        @Override
        public void message(String channel, byte[] payload) {
            heard.add(new Heard(new String(payload, StandardCharsets.UTF_8), Thread.currentThread()));
        }
    }

    @AfterEach
    void close() {
        subscription.close();
        server.close();
    }

    @Test
    void theKeeperReadsUntilAGuestHasAskedForIt() throws Exception {
        lend();
        Thread publisher = new Thread(() -> publish("for the guest"));
        publisher.start();
        assertThat(messages.read(() -> !heard.isEmpty(), LONG_NANOS, false)).isTrue();
        assertThat(next()).isEqualTo(new Heard("for the guest", Thread.currentThread()));
        publisher.join();
    }

    @Test
    void whoSleepsIsReadForThoughNoGuestIs() throws Exception {
        lend();
        messages.sleeps();
        publish("for a sleeper");
        assertThat(next().by().getName()).isEqualTo("keeper");
        messages.wakes();
    }

    @Test
    void aGuestThatLeavesWakesTheKeeperForThoseAsleep() throws Exception {
        lend();
        AtomicBoolean enough = new AtomicBoolean();
        Thread guest = guest(enough);
        messages.sleeps(); // somebody reads, so it wakes nobody
        enough.set(true);
        messages.nudge();
        guest.join();
        publish("behind the guest");
        assertThat(next().by().getName()).isEqualTo("keeper");
        messages.wakes();
    }

    @Test
    void withoutGuestsTheKeeperComesBack() throws Exception {
        lend(Duration.ofMillis(50));
        publish("for nobody");
        assertThat(next().by().getName()).isEqualTo("keeper");
    }

    @Test
    void aGuestIsNudged() throws Exception {
        lend();
        AtomicBoolean enough = new AtomicBoolean();
        Thread guest = guest(enough);
        enough.set(true);
        messages.nudge();
        guest.join();
    }

    @Test
    void aGuestSeesThatItIsInterrupted() throws Exception {
        lend();
        Thread guest = guest(new AtomicBoolean());
        guest.interrupt();
        guest.join();
    }

    @Test
    void messagesThatCameTogetherAreAllRead() throws Exception {
        lend();
        server.command("EVAL", "for i = 1, 5 do redis.call('PUBLISH', 'news', 'number ' .. i) end", "0");
        assertThat(messages.read(() -> !heard.isEmpty(), LONG_NANOS, false)).isTrue();
        for (int i = 1; i <= 5; i++) {
            Heard next = heard.poll();
            assertThat(next).as("number " + i + ", read with the first").isNotNull();
            assertThat(next.text()).isEqualTo("number " + i);
        }
    }

    @Test
    void aConnectionThatBreaksUnderAGuestIsMadeAnew() throws Exception {
        lend();
        AtomicBoolean enough = new AtomicBoolean();
        Thread guest = guest(enough);
        assertThat(messages.read(() -> true, LONG_NANOS, false))
                .as("beside the guest: it leaves word, and the next connection is kept nevertheless")
                .isFalse();
        server.command("CLIENT", "KILL", "TYPE", "pubsub");
        guest.join(); // it does not wait for the rest of its time
        assertThat(interruptions.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("interrupted");
        Eventually.eventually("it listens again", () -> {
            publish("again");
            return !heard.isEmpty();
        });
    }

    @Test
    void closingDoesNotWaitForAGuest() throws Exception {
        lend();
        Thread guest = guest(new AtomicBoolean());
        subscription.close();
        guest.join(); // it would read for minutes
        assertThat(messages.read(() -> true, LONG_NANOS, false))
                .as("after the end")
                .isFalse();
    }

    /** The keeper stands aside, for longer than the test takes: a guest wanted to read, and then a message came. */
    private void lend() throws InterruptedException {
        lend(LONG);
    }

    private void lend(Duration lent) throws InterruptedException {
        listen(lent);
        int published = 0;
        do {
            publish("first");
            published++;
        } while (!stoodAside());
        int all = published;
        while (heard.size() < all) { // the keeper has read them, or has left some
            messages.read(() -> heard.size() == all, TimeUnit.MILLISECONDS.toNanos(5), false);
        }
        heard.clear();
    }

    /** Whether guests may read from now on; if not, the keeper has been told that one would like to. */
    private boolean stoodAside() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5);
        while (System.nanoTime() - until < 0) {
            // a guest that has read may have come between two turns of the keeper
            if (messages.read(() -> true, LONG_NANOS, false) && LockSupport.getBlocker(keeper) == messages) {
                return true;
            }
        }
        return false;
    }

    private Thread guest(AtomicBoolean enough) throws InterruptedException {
        CountDownLatch reads = new CountDownLatch(1);
        Thread guest = new Thread(
                () -> assertThat(messages.read(
                                () -> {
                                    reads.countDown();
                                    return enough.get();
                                },
                                LONG_NANOS,
                                true))
                        .isTrue(),
                "guest");
        guest.start();
        reads.await();
        return guest;
    }

    private Heard next() throws InterruptedException {
        Heard next = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(next).as("the message, read within %s s", PATIENCE_SECONDS).isNotNull();
        return next;
    }

    private void publish(String text) {
        server.command("PUBLISH", "news", text);
    }
}
