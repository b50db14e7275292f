package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mortise.memory.MovableTime;
import dev.mortise.redis.FakeServer.FakeWire;
import dev.mortise.redis.FakeServer.Sent;
import dev.mortise.spi.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which queued calls go out as one, and who gets which part of the reply. */
class BatchTest {

    private final FakeServer server = new FakeServer();
    private final CombiningLink link = new CombiningLink(
            "the fake server",
            server,
            1,
            new MovableTime(), // no request is queued for too long
            Duration.ofSeconds(30),
            "test-io",
            thread -> true);

    @BeforeEach
    void start() {
        server.mayBatch = true;
        link.start();
    }

    @AfterEach
    void close() {
        link.close();
    }

    @Test
    void asksAndReleasesGoOutAsOneAndEachGetsItsReply() throws Exception {
        List<Outcome<Object>> outcomes = outcomes(acquire("a"), release("b"), acquire("c"));
        assertThat(outcomes).extracting(BatchTest::value).containsExactly("a granted", "b released", "c granted");
        Request batch = last().request();
        assertThat(batch.script()).isSameAs(Scripts.BATCH);
        assertThat(texts(batch.keys()))
                .containsExactly("a", "a:queue", "c", "c:queue", "b", "b:queue", "a:token", "c:token");
        assertThat(texts(batch.args())).containsExactly("ara", "2", "9", "1", "owner", "a", "b", "owner", "c");
    }

    @Test
    void asksOfOtherTermsGoOutByThemselves() throws Exception {
        Request longer = new Request(Scripts.ACQUIRE, acquire("c").keys(), keys("owner", "c", "10", "1"), 0);
        Request barging = new Request(Scripts.ACQUIRE, acquire("d").keys(), keys("owner", "d", "10", "2"), 0);
        List<Outcome<Object>> outcomes = outcomes(acquire("a"), release("b"), longer, barging, release("e"));
        assertThat(outcomes)
                .extracting(BatchTest::value)
                .containsExactly("a granted", "b released", "c granted", "d granted", "e released");
        assertThat(sentLast())
                .extracting(sent -> sent.request().script().name())
                .containsExactly("batch", "acquire", "batch");
    }

    @Test
    void releasesAloneHaveNoTerms() throws Exception {
        outcomes(release("a"), release("b"));
        assertThat(texts(last().request().args())).containsExactly("rr", "0", "0", "0", "a", "b");
    }

    @Test
    void aLoneOneGoesOutAsItself() throws Exception {
        assertThat(value(outcomes(acquire("a")).get(0))).isEqualTo("a granted");
        assertThat(last().request().script()).isSameAs(Scripts.ACQUIRE);
    }

    @Test
    void otherScriptsGoBetweenInOrder() throws Exception {
        outcomes(acquire("a"), acquire("b"), FakeServer.request("x", 0), release("c"), release("d"));
        assertThat(sentLast())
                .extracting(sent -> sent.request().script().name())
                .containsExactly("batch", "echo", "batch");
    }

    @Test
    void aReleaseWithALastTokenGoesOutAsItself() throws Exception {
        Request release = new Request(Scripts.RELEASE, keys("a", "a:queue", "a:token"), keys("a", "17"), 0);
        outcomes(release, release("b"), release("c"));
        assertThat(sentLast())
                .extracting(sent -> sent.request().script().name())
                .containsExactly("release", "batch");
    }

    @Test
    void aBatchHasALimit() throws Exception {
        Request[] many = new Request[Batch.LIMIT + 2];
        Arrays.setAll(many, i -> acquire("n" + i));
        List<Outcome<Object>> outcomes = outcomes(many);
        for (int i = 0; i < many.length; i++) {
            assertThat(value(outcomes.get(i))).isEqualTo("n" + i + " granted");
        }
        assertThat(sentLast()).extracting(sent -> sent.request().keys().length).containsExactly(3 * Batch.LIMIT, 6);
    }

    @Test
    void theErrorOfOneIsItsOwn() throws Exception {
        List<Outcome<Object>> outcomes = outcomes(acquire("a"), acquire("WRONGTYPE"), acquire("c"));
        assertThat(value(outcomes.get(0))).isEqualTo("a granted");
        assertThat(code(outcomes.get(1))).isEqualTo("WRONGTYPE");
        assertThat(value(outcomes.get(2))).isEqualTo("c granted");
    }

    @Test
    void aBatchThatTheServerDoesNotKnowIsSentAgainWithItsSource() throws Exception {
        List<Outcome<Object>> outcomes = outcomes(
                sent -> sent.withSource() ? reply(sent) : new ServerError("NOSCRIPT no such script"),
                acquire("a"),
                release("b"));
        assertThat(outcomes).extracting(BatchTest::value).containsExactly("a granted", "b released");
        assertThat(last().withSource()).isTrue();
    }

    @Test
    void whenABatchIsRefusedAsAWholeEachIsAskedAlone() throws Exception {
        List<Outcome<Object>> outcomes = outcomes(
                sent -> texts(sent.request().keys()).contains("secret")
                        ? new ServerError("NOPERM no permissions to access a key")
                        : reply(sent),
                acquire("a"),
                acquire("secret"),
                release("c"));
        assertThat(value(outcomes.get(0))).isEqualTo("a granted");
        assertThat(code(outcomes.get(1))).isEqualTo("NOPERM");
        assertThat(value(outcomes.get(2))).isEqualTo("c released");
    }

    @Test
    void aCutFailsAllOfThem() throws Exception {
        List<Outcome<Object>> outcomes = outcomes(sent -> FakeServer.CUT, acquire("a"), release("b"), acquire("c"));
        assertThat(outcomes).extracting(BatchTest::code).containsOnly("LOST");
    }

    @Test
    void aReplyOfAnotherShapeFailsAllOfThem() throws Exception {
        List<Outcome<Object>> outcomes = outcomes(sent -> List.of("one"), acquire("a"), release("b"));
        assertThat(outcomes).extracting(BatchTest::code).containsOnly("REPLY");
    }

    @Test
    void nothingIsJoinedWhereKeysMayLiveOnSeveralServers() throws Exception {
        server.mayBatch = false;
        outcomes(acquire("a"), acquire("b"));
        assertThat(sentLast())
                .extracting(sent -> sent.request().script().name())
                .containsExactly("acquire", "acquire");
    }

    private List<Outcome<Object>> outcomes(Request... requests) throws Exception {
        return outcomes(BatchTest::reply, requests);
    }

    /** Queues the requests behind one that is under way, so that they are taken together. */
    private List<Outcome<Object>> outcomes(
            java.util.function.Function<Sent, @Nullable Object> answer, Request... requests) throws Exception {
        send(FakeServer.request("first", 0)).get(30, TimeUnit.SECONDS);
        FakeWire wire = server.wires.get(0);
        server.answerByHand();
        wire.stall();
        int before = server.batches.size();
        CompletableFuture<Outcome<Object>> ahead = send(FakeServer.request("ahead", 0));
        await().until(() -> server.batches.size() > before);
        List<CompletableFuture<Outcome<Object>>> futures = new ArrayList<>();
        for (Request request : requests) {
            futures.add(send(request));
        }
        server.answer = answer;
        wire.reply("ahead");
        wire.go();
        ahead.get(30, TimeUnit.SECONDS);
        List<Outcome<Object>> outcomes = new ArrayList<>();
        for (CompletableFuture<Outcome<Object>> future : futures) {
            outcomes.add(future.get(30, TimeUnit.SECONDS));
        }
        return outcomes;
    }

    private CompletableFuture<Outcome<Object>> send(Request request) {
        CompletableFuture<Outcome<Object>> future = new CompletableFuture<>();
        link.send(request).then(Runnable::run, future::complete);
        return future;
    }

    private List<Sent> sentLast() {
        return server.batches.get(server.batches.size() - 1).sent();
    }

    private Sent last() {
        return sentLast().get(sentLast().size() - 1);
    }

    /** As the scripts would, each key granted and released. */
    private static Object reply(Sent sent) {
        Request request = sent.request();
        if (request.script() == Scripts.BATCH) {
            List<Object> replies = new ArrayList<>();
            int acquired = 0;
            int released = 2 * Integer.parseInt(text(request.args()[1]));
            for (byte letter : request.args()[0]) {
                String name = text(request.keys()[letter == 'a' ? acquired : released]);
                replies.add(name.equals("WRONGTYPE") ? new ServerError("WRONGTYPE not a hash") : one(name, letter));
                if (letter == 'a') {
                    acquired += 2;
                } else {
                    released += 2;
                }
            }
            return replies;
        }
        return one(text(request.keys()[0]), request.script() == Scripts.ACQUIRE ? (byte) 'a' : (byte) 'r');
    }

    private static String one(String name, byte letter) {
        return name + (letter == 'a' ? " granted" : " released");
    }

    private static Request acquire(String name) {
        return new Request(
                Scripts.ACQUIRE, keys(name, name + ":queue", name + ":token"), keys("owner", name, "9", "1"), 0);
    }

    private static Request release(String name) {
        return new Request(Scripts.RELEASE, keys(name, name + ":queue"), keys(name), 0);
    }

    private static byte[][] keys(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    private static List<String> texts(byte[][] all) {
        return Arrays.stream(all).map(BatchTest::text).toList();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Object value(Outcome<Object> outcome) {
        return outcome instanceof Outcome.Done<Object> done ? done.value() : outcome;
    }

    private static String code(Outcome<Object> outcome) {
        return outcome instanceof Outcome.Failed<Object> failed
                ? failed.trouble().code()
                : outcome.toString();
    }
}
