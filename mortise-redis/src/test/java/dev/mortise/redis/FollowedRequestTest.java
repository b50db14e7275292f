package dev.mortise.redis;

import static dev.mortise.redis.FakeServer.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mortise.memory.MovableTime;
import dev.mortise.redis.FakeServer.Batch;
import dev.mortise.redis.FakeServer.FakeWire;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that are followed by others: over the same connection, or not at all. */
class FollowedRequestTest {

    private static final Duration LIMIT = Duration.ofMillis(200);
    private static final Duration LONG_LIMIT = Duration.ofSeconds(30);
    private static final int PATIENCE_MILLIS = 20_000;

    private final MovableTime time = new MovableTime(); // no request is queued for too long
    private final FakeServer server = new FakeServer();
    private CombiningLink link = link(LONG_LIMIT);

    @AfterEach
    void close() {
        link.close();
    }

    @Test
    void theAnswerOfTheLastIsTheAnswer() throws Exception {
        link.start();
        Request chain = request("1", 0).then(one -> command("2").then(two -> command("3")));
        assertThat(value(link.send(chain))).isEqualTo("3");
        assertThat(server.batches.stream().map(Batch::arguments))
                .extracting(arguments -> arguments.get(0))
                .containsExactly("1", "2", "3");
        assertThat(server.wires).hasSize(1);
        Request ended = request("1", 0).then(one -> "enough");
        assertThat(value(link.send(ended))).isEqualTo("enough");
    }

    @Test
    void theReplyToAskingIsNotWhatSomethingFollows() throws Exception {
        link.start();
        server.answer = sent -> sent.request() == FakeServer.ASKING ? "OK" : sent.argument();
        Request chain = request("1", 0).then(one -> command("after " + one)).asking();
        assertThat(value(link.send(chain))).isEqualTo("after 1");
        assertThat(server.batches.stream().flatMap(batch -> batch.sent().stream()))
                .as("ASKING, the script, what follows")
                .hasSize(3);
    }

    @Test
    void anErrorIsToldToWhatFollowsAndFailsTheCallOtherwise() throws Exception {
        link.start();
        server.answer = sent -> new ServerError("NOPERM not you");
        Request mends = request("1", 0).then(error -> ((ServerError) error).code());
        assertThat(value(link.send(mends))).isEqualTo("NOPERM");
        Request passesOn = request("1", 0).then(error -> error);
        assertThat(link.send(passesOn).await(soon(), true)).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void whatFollowsNeverGoesOverAnotherConnection() throws Exception {
        link.start();
        assertThat(value(link.send(request("hello", 0)))).isEqualTo("hello");
        server.answerByHand();
        Reply<Object> followed = link.send(request("1", 0).then(one -> command("follows")));
        Reply<Object> behind = link.send(request("2", 0));
        CompletableFuture<Outcome<Object>> outcome = new CompletableFuture<>();
        behind.then(Runnable::run, done -> {});
        followed.then(Runnable::run, outcome::complete);
        await().until(() -> server.batches.size() >= 2);
        FakeWire wire = server.wires.get(0);
        wire.stall(); // until both are there: what follows must not go out between them
        wire.reply("1");
        wire.cut();
        wire.go();
        assertThat(outcome.get(30, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.trouble().perhapsDone()).isTrue());
        assertThat(server.batches).noneMatch(batch -> batch.arguments().contains("follows"));
    }

    @Test
    void aCommandThatWaitsMayBeSilentForThatMuchLonger() throws Exception {
        link = link(LIMIT);
        link.start();
        server.answer = sent -> sent.argument().equals("waits") ? Wire.NOTHING_YET : sent.argument();
        CompletableFuture<Outcome<Object>> outcome = new CompletableFuture<>();
        link.send(request("1", 0).then(one -> command("waits"))).then(Runnable::run, outcome::complete);
        await().until(() -> server.batches.size() >= 2);
        FakeWire wire = server.wires.get(0);
        await("silence")
                .until(() -> outcome.isDone()
                        || wire.silentMillis.get() > LIMIT.multipliedBy(3).toMillis());
        wire.reply("2");
        assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome.Done<Object>("2"));
    }

    private CombiningLink link(Duration limit) {
        return new CombiningLink("the fake server", server, 1, time, limit, "followed-io", thread -> true);
    }

    private static Request command(String word) {
        return Request.command(PATIENCE_MILLIS, word.getBytes(StandardCharsets.UTF_8));
    }

    private Object value(Reply<Object> reply) throws InterruptedException {
        return ((Outcome.Done<Object>) reply.await(soon(), true)).value();
    }

    private long soon() {
        return time.nanos() + TimeUnit.SECONDS.toNanos(20);
    }
}
