package dev.mortise.tck.driver;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Time;
import dev.mortise.spi.Trouble;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A server, and drivers on it of which nothing may be left after a test. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
public abstract class DriverBench {

    /** Begins with the first driver, and ends with the JVM. */
    protected static final Time TIME = new SystemTime("driver-test-timer");

    /** How long a request may stay unanswered, unless a test waits for that: longer than a busy machine needs. */
    protected static final Duration LIMIT = Duration.ofSeconds(20);

    /** The same where a test waits for it. */
    protected static final Duration SHORT_LIMIT = Duration.ofSeconds(2);

    /** What a call that waits for nobody may take: longer only if it is stuck. */
    private static final Duration STUCK = Duration.ofSeconds(10);

    /** How long a subscription may be quiet, unless a test says otherwise: longer than any test. */
    protected static final Duration QUIET = Duration.ofMinutes(10);

    /** Begun before the first test, ended after the last. */
    @SuppressWarnings("NullAway.Init")
    protected RedisServer server;

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** For subclasses. */
    protected DriverBench() {}

    @BeforeAll
    void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    void stopServer() {
        server.close();
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
        opened.clear();
        SafetyViolation.checked(() -> {
            eventually(
                    "no thread of a driver is left",
                    () -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().startsWith("mortise-test")));
            eventually(
                    "no connection of a driver is left",
                    () -> !String.valueOf(server.command("CLIENT", "LIST")).contains("name=mortise"));
        });
    }

    /** Fails if a call that waits for nobody, and that began then, was stuck. */
    protected static void assertNotStuck(long begun) {
        Duration taken = Duration.ofNanos(System.nanoTime() - begun);
        SafetyViolation.check(taken.compareTo(STUCK) < 0, "Stuck: a call that waits for nobody took " + taken + ".");
    }

    /** Opens its link; a driver's subscriptions come after that. */
    protected final Link open(Driver driver) {
        return open(driver, LIMIT);
    }

    /** Opens its link with another limit. */
    protected final Link open(Driver driver, Duration limit) {
        opened(driver);
        return opened(driver.open(TIME, limit, "mortise-test-io"));
    }

    /** Listens on the channel {@code news} over a driver whose link is open. */
    protected final Driver.Subscription listen(Driver driver, Driver.Subscriber subscriber) {
        return opened(driver.listen("news", subscriber, "mortise-test-messages"));
    }

    /** Closes it after the test. */
    protected final <T extends AutoCloseable> T opened(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    /** Awaits a value. */
    protected static Object value(Reply<Object> reply) throws InterruptedException {
        Outcome<Object> outcome = reply.await(soon(), true);
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        return ((Outcome.Done<Object>) outcome).value();
    }

    /** Awaits a failure. */
    protected static Trouble trouble(Reply<Object> reply) throws InterruptedException {
        Outcome<Object> outcome = reply.await(soon(), true);
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed<Object>) outcome).trouble();
    }

    /** What is listened on at a server. */
    protected static Set<Object> channels(RedisServer at) {
        return new HashSet<>((List<?>) Objects.requireNonNull(at.command("PUBSUB", "CHANNELS")));
    }

    /** A time that is far away for a reply. */
    protected static long soon() {
        return TIME.nanos() + TimeUnit.SECONDS.toNanos(30);
    }
}
