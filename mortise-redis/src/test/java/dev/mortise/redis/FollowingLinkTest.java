package dev.mortise.redis;

import static dev.mortise.redis.FakeServers.A;
import static dev.mortise.redis.FakeServers.B;
import static dev.mortise.redis.FakeServers.C;
import static dev.mortise.redis.FakeServers.error;
import static dev.mortise.redis.FakeServers.lost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mortise.memory.MovableTime;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Trouble;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request finds the master of its keys, wherever that is by then, and is never sent twice if it may have worked. */
class FollowingLinkTest {

    /** In slot 5061, which {@link FakeServers#A} has, and 12182, which {@link FakeServers#B} has. */
    private static final String LOW = "bar";

    private static final String HIGH = "foo";
    /** Between two tries. */
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    private static final SystemTime TIME = new SystemTime("following-test-timer");

    private final FakeServers servers = new FakeServers();
    private final FollowingDriver driver = FollowingDriver.cluster("a test's", servers, List.of(A));
    private Duration limit = Duration.ofSeconds(30);
    private Link link;

    private Link link() {
        if (link == null) {
            link = driver.open(TIME, limit, "mortise-following-test");
        }
        return link;
    }

    @AfterEach
    void close() {
        link().close();
        driver.close();
    }

    @Test
    void aRequestGoesToTheMasterOfItsKeys() throws Exception {
        assertThat(value(send(LOW))).isEqualTo("a:1");
        assertThat(value(send(HIGH))).isEqualTo("b:2");
        assertThat(servers.sent).containsExactly("a:1 bar", "b:2 foo");
    }

    @Test
    void movedIsFollowedAtOnceAndLearnt() throws Exception {
        servers.answer =
                (server, request) -> server.equals(A) ? error("MOVED 5061 c:3") : new Outcome.Done<>(server.toString());
        link();
        servers.masters = List.of(C, B);
        assertThat(value(send(LOW))).isEqualTo("c:3");
        assertThat(servers.sent).containsExactly("a:1 bar", "c:3 bar");
        await().until(() -> servers.closed.contains(A));
        servers.sent.clear();
        assertThat(value(send(LOW))).isEqualTo("c:3");
        assertThat(servers.sent).containsExactly("c:3 bar");
    }

    @Test
    void aLaneFollowsTheMastersToo() throws Exception {
        link();
        try (Link lane = driver.openLane(TIME, limit, "mortise-following-test-lane")) {
            servers.answer = (server, request) -> server.equals(A)
                    ? request.keys()[0].length == 0 ? null : error("MOVED 5061 c:3")
                    : new Outcome.Done<>(server.toString());
            Reply<Object> underWay = lane.send(request(""));
            servers.masters = List.of(C, B);
            assertThat(value(lane.send(request(LOW)))).isEqualTo("c:3");
            Outcome<Object> lost = underWay.await(TIME.nanos() + limit.toNanos(), false);
            assertThat(lost)
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.trouble().perhapsDone()).isTrue());
        }
        assertThat(value(send(HIGH))).isEqualTo("b:2");
    }

    @Test
    void aServerThatDoesNotKnowItsHostMeansItself() throws Exception {
        servers.answer =
                (server, request) -> server.equals(A) ? error("MOVED 5061 :9") : new Outcome.Done<>(server.toString());
        assertThat(value(send(LOW))).isEqualTo("a:9");
    }

    @Test
    void askIsFollowedOnceWithAskingAndNotLearnt() throws Exception {
        servers.answer =
                (server, request) -> server.equals(A) ? error("ASK 5061 b:2") : new Outcome.Done<>(server.toString());
        assertThat(value(send(LOW))).isEqualTo("b:2");
        assertThat(value(send(LOW))).isEqualTo("b:2");
        assertThat(servers.sent).containsExactly("a:1 bar", "b:2 bar asking", "a:1 bar", "b:2 bar asking");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRYAGAIN Multiple keys request during rehashing of slot",
                "CLUSTERDOWN The cluster is down",
                "READONLY You can't write against a read only replica.",
                "LOADING Redis is loading the dataset in memory",
            })
    void whatMayPassIsSentAgainAfterAPause(String refusal) throws Exception {
        AtomicInteger times = new AtomicInteger();
        servers.answer = (server, request) ->
                times.getAndIncrement() < 3 ? error(refusal) : new Outcome.Done<>(server.toString());
        assertThat(value(send(LOW))).isEqualTo("a:1");
        assertThat(servers.sent).hasSize(4);
    }

    @Test
    void theSameWithACallbackInsteadOfAWaitingThread() throws Exception {
        AtomicInteger times = new AtomicInteger();
        servers.answer = (server, request) -> switch (times.getAndIncrement()) {
            case 0 -> error("TRYAGAIN Multiple keys request during rehashing of slot");
            case 1 -> error("ASK 5061 b:2");
            case 2 -> error("MOVED 5061 b:2");
            default -> new Outcome.Done<>(server.toString());
        };
        CompletableFuture<Outcome<Object>> told = new CompletableFuture<>();
        send(LOW).then(Runnable::run, told::complete);
        assertThat(told.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome.Done<>("b:2"));
        assertThat(servers.sent).containsExactly("a:1 bar", "a:1 bar", "b:2 bar asking", "b:2 bar");
    }

    @Test
    void whatWasNotSentIsSentToTheNewMaster() throws Exception {
        servers.answer = (server, request) -> server.equals(A) ? lost(false) : new Outcome.Done<>(server.toString());
        link();
        servers.masters = List.of(C, B);
        assertThat(value(send(LOW))).isEqualTo("c:3");
    }

    @Test
    void whatMayHaveWorkedIsNotSentAgain() throws Exception {
        servers.answer = (server, request) -> lost(true);
        assertThat(trouble(send(LOW)).perhapsDone()).isTrue();
        assertThat(servers.sent).hasSize(1);
    }

    @Test
    void afterTroubleTheMastersAreAskedForUntilItIsAnother() throws Exception {
        servers.answer = (server, request) -> server.equals(A) ? lost(true) : new Outcome.Done<>(server.toString());
        trouble(send(LOW));
        assertThat(trouble(send(LOW)).code()).isEqualTo("LOST");
        int whenOpened = 1;
        await("more questions than there were troubles").until(() -> servers.asked.get() > whenOpened + 2);
        servers.masters = List.of(C, B); // nobody sends anything now
        await().until(() -> servers.closed.contains(A));
        assertThat(value(send(LOW))).isEqualTo("c:3");
    }

    @Test
    void whatIsUnderWayAtAMasterThatIsNoneNowFailsAsLost() throws Exception {
        servers.answer = (server, request) -> server.equals(A) ? null : error("MOVED 12182 c:3");
        Reply<Object> silent = send(LOW);
        servers.masters = List.of(C, B);
        servers.answer = (server, request) -> server.equals(C) ? new Outcome.Done<>("c:3") : error("MOVED 12182 c:3");
        assertThat(value(send(HIGH))).isEqualTo("c:3");
        Trouble trouble = trouble(silent);
        assertThat(trouble.code()).isEqualTo("LOST");
        assertThat(trouble.perhapsDone()).isTrue();
    }

    @Test
    void whatDoesNotPassIsToldWhenTheLimitIsOver() {
        limit = Duration.ofMillis(300);
        MovableTime time = new MovableTime();
        link = driver.open(time, limit, "mortise-following-test");
        servers.answer = (server, request) -> error("CLUSTERDOWN The cluster is down");
        assertThat(troubleAtTheLimit(time, send(LOW)).code()).isEqualTo("CLUSTERDOWN");
        servers.answer = (server, request) -> error("MOVED 5061 " + (server.equals(A) ? "b:2" : "a:1"));
        servers.sent.clear();
        assertThat(troubleAtTheLimit(time, send(LOW)).code()).isEqualTo("MOVED");
        assertThat(servers.sent).as("sent round and round, with pauses").hasSizeLessThan(200);
    }

    @Test
    void aRefusalIsToldAtOnce() throws Exception {
        servers.answer = (server, request) -> error("NOPERM this user has no permissions");
        assertThat(trouble(send(LOW)).code()).isEqualTo("NOPERM");
        assertThat(servers.sent).hasSize(1);
    }

    @Test
    void closingEndsWhatPauses() {
        servers.answer = (server, request) -> error("TRYAGAIN Multiple keys request during rehashing of slot");
        link = driver.open(new MovableTime(), limit, "mortise-following-test"); // no pause ends by itself
        Reply<Object> pausing = send(LOW);
        CompletableFuture<Outcome<Object>> told = new CompletableFuture<>();
        pausing.then(Runnable::run, told::complete);
        link().close();
        assertThat(told).isDone();
        assertThat(((Outcome.Failed<Object>) told.join()).trouble().perhapsDone())
                .isFalse();
    }

    /** Not before the limit, and at the first try after it. */
    private Trouble troubleAtTheLimit(MovableTime time, Reply<Object> reply) {
        CompletableFuture<Outcome<Object>> told = new CompletableFuture<>();
        reply.then(Runnable::run, told::complete);
        time.advance(limit.minusNanos(1));
        assertThat(told).isNotDone();
        time.advance(LONGEST_PAUSE);
        assertThat(told).isDone();
        return ((Outcome.Failed<Object>) told.join()).trouble();
    }

    private Reply<Object> send(String key) {
        return link().send(request(key));
    }

    private static Request request(String key) {
        byte[][] keys = {key.getBytes(StandardCharsets.UTF_8)};
        return new Request(Script.of("test", "return 1"), keys, new byte[0][], 0);
    }

    private static Object value(Reply<Object> reply) throws InterruptedException {
        Outcome<Object> outcome = reply.await(TIME.nanos() + TimeUnit.SECONDS.toNanos(30), true);
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        return ((Outcome.Done<Object>) outcome).value();
    }

    private static Trouble trouble(Reply<Object> reply) throws InterruptedException {
        Outcome<Object> outcome = reply.await(TIME.nanos() + TimeUnit.SECONDS.toNanos(30), true);
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed<Object>) outcome).trouble();
    }
}
