package dev.mortise.redis;

import static dev.mortise.redis.FakeServer.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mortise.StoreRefusedException;
import dev.mortise.StoreUnavailableException;
import dev.mortise.memory.MovableTime;
import dev.mortise.redis.FakeServer.Batch;
import dev.mortise.redis.FakeServer.FakeWire;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Time;
import dev.mortise.spi.Trouble;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CombiningLinkTest {

    private static final String IO = "test-io";
    private static final Time TIME = new SystemTime("mortise-test-timer");

    /** Far above what a busy machine needs: no request is queued for too long, and a close waits for its thread. */
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private static final int CALLS_EACH = 2_000;

    /** The rounds end after this time, however few calls a slow machine has done. */
    private static final Duration ENOUGH = Duration.ofSeconds(15);

    private final FakeServer server = new FakeServer();
    private final Set<Thread> virtual = ConcurrentHashMap.newKeySet();
    private CombiningLink link = open(1, LIMIT);

    @AfterEach
    void nothingIsLeft() {
        link.close();
        assertThat(server.wires).allMatch(wire -> wire.closed);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals(IO));
    }

    @Test
    void aLoneCallerDrivesOnItsOwnThread() throws Exception {
        connected();
        server.batches.clear();
        assertThat(value(send("a"))).isEqualTo("a");
        assertThat(server.batches).extracting(Batch::by).containsExactly(Thread.currentThread());
    }

    @Test
    void whatQueuedMeanwhileGoesOutAsOneBatchInOrder() throws Exception {
        FakeWire wire = connected();
        server.answerByHand();
        wire.stall();
        Caller first = new Caller(send("1"));
        awaitBatches(2);
        List<Caller> others = new ArrayList<>();
        for (int i = 2; i <= 5; i++) {
            others.add(new Caller(send(Integer.toString(i))));
        }
        others.forEach(Caller::awaitParked);
        wire.reply("1");
        wire.go();
        assertThat(first.value()).isEqualTo("1");
        awaitBatches(3);
        assertThat(server.batches.get(2).arguments()).containsExactly("2", "3", "4", "5");
        for (int i = 2; i <= 5; i++) {
            wire.reply(Integer.toString(i));
        }
        for (int i = 2; i <= 5; i++) {
            assertThat(others.get(i - 2).value()).isEqualTo(Integer.toString(i));
        }
    }

    @Test
    void aWaitingCallerTakesOverFromOneThatIsDone() throws Exception {
        FakeWire wire = connected();
        server.answerByHand();
        wire.stall();
        Caller first = new Caller(send("1"));
        awaitBatches(2);
        Caller second = new Caller(send("2"));
        second.awaitParked();
        wire.reply("1");
        wire.go();
        first.value();
        awaitBatches(3);
        assertThat(server.batches.get(2).by()).isSameAs(second.thread);
        wire.reply("2");
        assertThat(second.value()).isEqualTo("2");
    }

    @Test
    void anInterruptEndsDrivingWithinTenMillisecondsAndLeavesTheConnectionAlone() throws Exception {
        FakeWire wire = connected();
        server.answerByHand();
        for (int round = 0; round < 5; round++) {
            int batches = server.batches.size();
            Caller caller = new Caller(send("lost" + round));
            awaitBatches(batches + 1);
            List<Integer> reads = new CopyOnWriteArrayList<>();
            wire.beforeRead = millis -> {
                if (Thread.currentThread() == caller.thread) {
                    reads.add(millis);
                }
            };
            await("a read").until(() -> !reads.isEmpty());
            caller.thread.interrupt();
            int before = reads.size();
            assertThatThrownBy(caller::value).isInstanceOf(InterruptedException.class);
            // the read in which the interrupt found it, and one that it did not prevent
            assertThat(reads).allMatch(millis -> millis <= 5);
            assertThat(reads.subList(before, reads.size())).hasSizeLessThanOrEqualTo(1);
            wire.reply("lost" + round);
        }
        server.answer = FakeServer.Sent::argument;
        assertThat(value(send("after"))).isEqualTo("after");
        assertThat(server.wires).hasSize(1);
    }

    @Test
    void anInterruptEndsParkingAndTheCallGoesOn() throws Exception {
        FakeWire wire = connected();
        server.answerByHand();
        Caller driver = new Caller(send("1"));
        awaitBatches(2);
        Reply<Object> reply = send("2");
        Caller parked = new Caller(reply);
        parked.awaitParked();
        parked.thread.interrupt();
        assertThatThrownBy(parked::value).isInstanceOf(InterruptedException.class);
        wire.reply("1");
        wire.reply("2");
        assertThat(driver.value()).isEqualTo("1");
        assertThat(value(reply)).isEqualTo("2");
    }

    @Test
    void theUninterruptibleFormLeavesTheFlagAsFound() throws Exception {
        FakeWire wire = connected();
        server.answerByHand();
        Reply<Object> reply = send("1");
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                Outcome<Object> outcome = reply.await(soon(), false);
                boolean interrupted = Thread.interrupted();
                assertThat(outcome).isEqualTo(new Outcome.Done<Object>("1"));
                flag.complete(interrupted);
            } catch (InterruptedException | AssertionError e) {
                flag.completeExceptionally(e);
            }
        });
        thread.start();
        awaitBatches(2);
        wire.reply("1");
        assertThat(flag.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aDeadlineGivesPendingAndACallbackCanFollow() throws Exception {
        FakeWire wire = connected();
        server.answerByHand();
        Reply<Object> reply = send("late");
        long begin = TIME.nanos();
        Outcome<Object> outcome = reply.await(begin + TimeUnit.MILLISECONDS.toNanos(20), true);
        assertThat(outcome).isInstanceOf(Outcome.Pending.class);
        assertThat(TIME.nanos() - begin).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        CompletableFuture<Outcome<Object>> later = new CompletableFuture<>();
        reply.then(Runnable::run, later::complete);
        wire.reply("late");
        assertThat(later.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome.Done<Object>("late"));
        assertThat(reply.await(TIME.nanos() - 1, true)).isEqualTo(new Outcome.Done<Object>("late"));
    }

    @Test
    void whenADriverLeavesAnotherWaiterOrTheIoThreadTakesItsCallsOn() throws Exception {
        FakeWire wire = connected();
        server.answerByHand();
        Reply<Object> reply = send("1");
        Caller driver = new Caller(reply);
        awaitBatches(2);
        Caller parked = new Caller(send("2"));
        parked.awaitParked();
        driver.thread.interrupt();
        assertThatThrownBy(driver::value).isInstanceOf(InterruptedException.class);
        awaitBatches(3);
        wire.reply("1");
        wire.reply("2");
        assertThat(parked.value()).isEqualTo("2");
        assertThat(value(reply)).isEqualTo("1");
    }

    @Test
    void callbacksAreServedByTheIoThread() throws Exception {
        connected();
        CompletableFuture<Outcome<Object>> done = new CompletableFuture<>();
        send("a").then(Runnable::run, done::complete);
        assertThat(done.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome.Done<Object>("a"));
        assertThat(server.batches.get(1).by().getName()).isEqualTo(IO);
    }

    @Test
    void aVirtualThreadDoesNotDrive() throws Exception {
        connected();
        virtual.add(Thread.currentThread());
        assertThat(value(send("a"))).isEqualTo("a");
        assertThat(server.batches.get(1).by().getName()).isEqualTo(IO);
    }

    @Test
    void aWireThatCallersMayNotDriveIsDrivenByTheIoThread() throws Exception {
        server.callersMayDrive = false;
        connected();
        assertThat(value(send("a"))).isEqualTo("a");
        assertThat(server.batches).allMatch(batch -> batch.by().getName().equals(IO));
    }

    @Test
    void anExecutorThatThrowsDoesNotDisturbOthers() throws Exception {
        FakeWire wire = connected();
        server.answerByHand();
        Reply<Object> bad = send("bad");
        bad.then(
                task -> {
                    throw new IllegalStateException("full");
                },
                outcome -> {});
        Caller good = new Caller(send("good"));
        await().until(() ->
                server.batches.stream().mapToInt(batch -> batch.sent().size()).sum() == 3);
        wire.reply("bad");
        wire.reply("good");
        assertThat(good.value()).isEqualTo("good");
        assertThat(server.wires).hasSize(1);
    }

    @Test
    void aCutFailsWhatIsInFlightAndSendsTheRestOverTheNextConnection() throws Exception {
        FakeWire wire = connected();
        server.answerByHand();
        wire.stall();
        Caller one = new Caller(send("1"));
        awaitBatches(2);
        Caller two = new Caller(send("2"));
        two.awaitParked();
        server.answer = FakeServer.Sent::argument;
        wire.cut();
        wire.go();
        Trouble trouble = one.trouble();
        assertThat(trouble.kind()).isEqualTo(Trouble.Kind.UNAVAILABLE);
        assertThat(trouble.perhapsDone()).isTrue();
        assertThat(two.value()).isEqualTo("2");
        assertThat(server.wires).hasSize(2);
        assertThat(wire.closed).isTrue();
    }

    @Test
    void aCutInTheMiddleOfABatchFailsOnlyTheUnanswered() throws Exception {
        FakeWire wire = connected();
        server.answerByHand();
        Reply<Object> one = send("1");
        Reply<Object> two = send("2");
        Caller driver = new Caller(two);
        awaitBatches(2);
        wire.reply("1");
        wire.cut();
        assertThat(driver.trouble().perhapsDone()).isTrue();
        assertThat(value(one)).isEqualTo("1");
    }

    @Test
    void silenceForTheRequestLimitBreaksTheConnection() throws Exception {
        link.close();
        link = open(1, Duration.ofMillis(100), new MovableTime(), "impatient-io"); // by its reads alone the time passes
        connected();
        server.answerByHand();
        Caller caller = new Caller(send("1"));
        Trouble trouble = caller.trouble();
        assertThat(trouble.perhapsDone()).isTrue();
        assertThat(trouble.what()).contains("no reply within 100 ms");
        server.answer = FakeServer.Sent::argument;
        assertThat(value(send("2"))).isEqualTo("2");
    }

    @Test
    void anUnknownScriptIsSentAgainWithItsSourceBeforeWhatCameLater() throws Exception {
        connected();
        server.answer = sent -> sent.withSource() ? sent.argument() : new ServerError("NOSCRIPT No matching script.");
        Reply<Object> one = send("1");
        Reply<Object> two = send("2");
        assertThat(value(two)).isEqualTo("2");
        assertThat(value(one)).isEqualTo("1");
        assertThat(server.batches.get(2).arguments()).containsExactly("1", "2");
        assertThat(server.batches.get(2).sent()).allMatch(FakeServer.Sent::withSource);
    }

    @Test
    void noScriptIsAnErrorTheSecondTime() throws Exception {
        connected();
        server.answer = sent -> new ServerError("NOSCRIPT No matching script.");
        assertThat(new Caller(send("1")).trouble().code()).isEqualTo("NOSCRIPT");
    }

    @Test
    void aServerThatHasBecomeAReplicaIsLeft() throws Exception {
        FakeWire wire = connected();
        server.answer = sent -> new ServerError("READONLY You can't write against a read only replica.");
        Trouble trouble = new Caller(send("1")).trouble();
        assertThat(trouble.code()).isEqualTo("READONLY");
        assertThat(trouble.perhapsDone()).isFalse();
        server.answer = FakeServer.Sent::argument;
        assertThat(value(send("2"))).isEqualTo("2");
        assertThat(wire.closed).isTrue();
        assertThat(server.wires).hasSize(2);
    }

    @Test
    void theListenerHearsOfEachConnectionThatIsMadeAgain() throws Exception {
        link.close();
        link = open(2, LIMIT);
        AtomicInteger remade = new AtomicInteger();
        link.whenRemade(remade::incrementAndGet);
        value(link.send(request("a", 0)));
        value(link.send(request("b", 1)));
        assertThat(remade).as("the second connection is new, not another one").hasValue(0);
        server.wires.forEach(FakeWire::cut);
        for (int affinity : new int[] {0, 1}) {
            new Caller(link.send(request("c", affinity))).trouble();
            value(link.send(request("d", affinity)));
        }
        assertThat(remade).hasValue(2);
    }

    @Test
    void afterACrossSlotNoRequestOverSeveralSlotsIsSent() throws Exception {
        connected();
        server.answer = sent -> sent.request().keys().length > 1
                ? new ServerError("CROSSSLOT Keys in request don't hash to the same slot")
                : sent.argument();
        byte[][] ofTwoSlots = {{'a'}, {'b'}};
        byte[][] argument = {{'1'}};
        for (int i = 0; i < 3; i++) {
            Reply<Object> refused = link.send(new Request(FakeServer.ECHO, ofTwoSlots, argument, 0));
            assertThat(new Caller(refused).trouble().code()).isEqualTo("CROSSSLOT");
            assertThat(link.keepsToOneSlot()).isTrue();
            assertThat(value(send("2"))).isEqualTo("2");
        }
        assertThat(server.batches.stream().flatMap(batch -> batch.sent().stream()))
                .filteredOn(sent -> sent.request().keys().length > 1)
                .hasSize(1);
    }

    /** The login of an established connection may end, and a proxy may lose its server. */
    @ParameterizedTest
    @ValueSource(strings = {"NOAUTH Authentication required.", "ERR upstream gone"})
    void aConnectionThatCeasesToWorkIsLeft(String answer) throws Exception {
        FakeWire wire = connected();
        server.answer = sent -> new ServerError(answer);
        Trouble trouble = new Caller(send("1")).trouble();
        assertThat(trouble.kind()).isEqualTo(Trouble.Kind.UNAVAILABLE);
        assertThat(trouble.perhapsDone()).isFalse();
        server.answer = FakeServer.Sent::argument;
        assertThat(value(send("2"))).isEqualTo("2");
        assertThat(wire.closed).isTrue();
        assertThat(server.wires).hasSize(2);
    }

    @Test
    void aNewConnectionThatIsRefusedIsNotMadeAgainForThat() throws Exception {
        server.answer = sent -> new ServerError("NOAUTH Authentication required.");
        for (int i = 0; i < 3; i++) {
            Trouble trouble = new Caller(send("1")).trouble();
            assertThat(trouble.kind()).isEqualTo(Trouble.Kind.REFUSED);
        }
        assertThat(server.wires).hasSize(1);
    }

    @Test
    void askingGoesBeforeItsRequestAndHasAReplyOfItsOwn() throws Exception {
        connected();
        server.answer = sent -> sent.request() == FakeServer.ASKING ? "OK" : sent.argument();
        Reply<Object> asking = link.send(FakeServer.request("1", 0).asking());
        Reply<Object> after = send("2");
        assertThat(value(asking)).isEqualTo("1");
        assertThat(value(after)).isEqualTo("2");
        List<FakeServer.Sent> sent =
                server.batches.stream().flatMap(batch -> batch.sent().stream()).toList();
        assertThat(sent.get(sent.size() - 3).request()).isSameAs(FakeServer.ASKING);
    }

    @Test
    void anErrorReplyIsATroubleThatTookNoEffect() throws Exception {
        connected();
        server.answer = sent -> new ServerError("OOM command not allowed when used memory > 'maxmemory'.");
        Trouble trouble = new Caller(send("1")).trouble();
        assertThat(trouble.kind()).isEqualTo(Trouble.Kind.REFUSED);
        assertThat(trouble.code()).isEqualTo("OOM");
        assertThat(trouble.perhapsDone()).isFalse();
    }

    @Test
    void aFailedConnectFailsWhatIsQueuedAndTheNextCallTriesAgain() throws Exception {
        server.refuseConnections = new ConnectException("refused");
        Trouble trouble = new Caller(send("1")).trouble();
        assertThat(trouble.kind()).isEqualTo(Trouble.Kind.UNAVAILABLE);
        assertThat(trouble.perhapsDone()).isFalse();
        server.refuseConnections = null;
        assertThat(value(send("2"))).isEqualTo("2");
    }

    @Test
    void openTellsWhyItCannotConnect() {
        server.refuseConnections = new IOException("no route");
        assertThatThrownBy(() -> CombiningLink.open("the fake server", server, 2, TIME, LIMIT, IO))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("no route");
        server.refuseConnections =
                new WireException(Troubles.of(new ServerError("WRONGPASS invalid username-password pair")));
        assertThatThrownBy(() -> CombiningLink.open("the fake server", server, 2, TIME, LIMIT, IO))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("check user and password");
    }

    @Test
    void equalAffinityMeansTheSameConnection() throws Exception {
        link.close();
        link = open(2, LIMIT);
        for (int affinity : new int[] {0, 1, -1, 7, Integer.MIN_VALUE}) {
            server.batches.clear();
            value(link.send(request("a", affinity)));
            value(link.send(request("b", affinity)));
            assertThat(server.batches)
                    .extracting(Batch::wire)
                    .hasSize(2)
                    .allMatch(server.batches.get(0).wire()::equals);
        }
        assertThat(server.wires).hasSize(2);
    }

    @Test
    void closeFailsWhatIsUnderWayAndWhatComesLater() throws Exception {
        connected();
        server.answerByHand();
        Caller inFlight = new Caller(send("1"));
        awaitBatches(2);
        Caller queued = new Caller(send("2"));
        queued.awaitParked();
        link.close();
        link.close();
        assertThat(inFlight.trouble().code()).isEqualTo("CLOSED");
        assertThat(inFlight.trouble().perhapsDone()).isTrue();
        assertThat(queued.trouble().code()).isEqualTo("CLOSED");
        assertThat(new Caller(send("3")).trouble().code()).isEqualTo("CLOSED");
        CompletableFuture<Outcome<Object>> late = new CompletableFuture<>();
        send("4").then(Runnable::run, late::complete);
        assertThat(late.getNow(Outcome.pending())).isInstanceOf(Outcome.Failed.class);
    }

    /** Every reply goes to its own call, whoever drives, and nothing is lost. */
    @Test
    void manyThreadsWithInterruptsAndTimeOuts() throws Exception {
        link.close();
        link = open(2, LIMIT);
        long seed = System.nanoTime();
        System.out.println("CombiningLinkTest seed " + seed);
        int threads = 32;
        AtomicInteger outstanding = new AtomicInteger();
        long enough = System.nanoTime() + ENOUGH.toNanos();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int id = i;
            Random random = new Random(seed + id);
            CompletableFuture<Void> end = new CompletableFuture<>();
            Thread worker = new Thread(() -> {
                try {
                    for (int n = 0; n < CALLS_EACH && System.nanoTime() - enough < 0; n++) {
                        String text = id + ":" + n;
                        Reply<Object> reply = link.send(request(text, random.nextInt()));
                        Outcome<Object> outcome = Outcome.pending();
                        int kind = random.nextInt(10);
                        if (kind < 8) {
                            long until = kind < 6 ? soon() : TIME.nanos() + random.nextInt(200_000);
                            try {
                                outcome = reply.await(until, random.nextBoolean());
                            } catch (InterruptedException e) {
                                // its call goes on
                            }
                        }
                        if (outcome instanceof Outcome.Pending) {
                            outstanding.incrementAndGet();
                            reply.then(Runnable::run, result -> {
                                if (result.equals(new Outcome.Done<Object>(text))) {
                                    outstanding.decrementAndGet();
                                }
                            });
                        } else if (!outcome.equals(new Outcome.Done<Object>(text))) {
                            throw new AssertionError(text + " got " + outcome);
                        }
                    }
                    end.complete(null);
                } catch (Throwable e) {
                    end.completeExceptionally(e);
                }
            });
            if (id % 4 == 0) {
                virtual.add(worker);
            }
            workers.add(worker);
            ends.add(end);
        }
        workers.forEach(Thread::start);
        Random random = new Random(seed - 1);
        CompletableFuture<Void> all = CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
        long began = System.nanoTime();
        while (!all.isDone() && System.nanoTime() - began < LIMIT.toNanos()) {
            workers.get(random.nextInt(threads)).interrupt();
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
        }
        assertThat(all).as("every call has its own reply").isCompleted();
        await("answers to the callbacks").until(() -> outstanding.get() == 0);
        assertThat(server.wires).hasSize(2);
    }

    @Test
    void nobodyIsForgottenWhenTheConnectionBreaksUnderThem() throws Exception {
        server.answer = sent -> {
            if (!sent.argument().equals("cut")) {
                return sent.argument();
            }
            pauseUpTo(50_000); // so that others come while their driver does not know yet
            return FakeServer.CUT;
        };
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
        AtomicBoolean stop = new AtomicBoolean();
        CyclicBarrier together = new CyclicBarrier(2, () -> stop.set(System.nanoTime() - until >= 0));
        Callable<Void> calls = () -> {
            Random random = new Random(Thread.currentThread().getId());
            while (!stop.get()) {
                pauseUpTo(50_000);
                Outcome<Object> outcome =
                        send(random.nextBoolean() ? "cut" : "ok").await(soon(), false);
                assertThat(outcome).isNotInstanceOf(Outcome.Pending.class);
                together.await(40, TimeUnit.SECONDS);
            }
            return null;
        };
        FutureTask<Void> first = new FutureTask<>(calls);
        FutureTask<Void> second = new FutureTask<>(calls);
        new Thread(first).start();
        new Thread(second).start();
        first.get(50, TimeUnit.SECONDS);
        second.get(50, TimeUnit.SECONDS);
    }

    /** Spins, since parking is too coarse. */
    private static void pauseUpTo(int nanos) {
        long end = System.nanoTime() + ThreadLocalRandom.current().nextInt(nanos);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private CombiningLink open(int connections, Duration limit) {
        return open(connections, limit, TIME, IO);
    }

    private CombiningLink open(int connections, Duration limit, Time time, String threadName) {
        CombiningLink made = new CombiningLink(
                "the fake server", server, connections, time, limit, threadName, thread -> !virtual.contains(thread));
        made.start();
        return made;
    }

    /** The wire, made by a first call: the first batch. */
    private FakeWire connected() throws InterruptedException {
        assertThat(value(send("hello"))).isEqualTo("hello");
        return server.wires.get(server.wires.size() - 1);
    }

    private Reply<Object> send(String argument) {
        return link.send(request(argument, 0));
    }

    private void awaitBatches(int count) {
        await().until(() -> server.batches.size() >= count);
    }

    private static Object value(Reply<Object> reply) throws InterruptedException {
        Outcome<Object> outcome = reply.await(soon(), true);
        if (outcome instanceof Outcome.Done<Object> done) {
            return done.value();
        }
        throw new AssertionError(outcome.toString());
    }

    private static long soon() {
        return TIME.nanos() + TimeUnit.SECONDS.toNanos(30);
    }

    /** A thread that awaits a reply. */
    private static final class Caller {

        final Thread thread;
        private final Reply<Object> reply;
        private final CompletableFuture<Outcome<Object>> result = new CompletableFuture<>();

        Caller(Reply<Object> reply) {
            this.reply = reply;
            thread = new Thread(() -> {
                try {
                    result.complete(reply.await(soon(), true));
                } catch (Throwable e) {
                    result.completeExceptionally(e);
                }
            });
            thread.start();
        }

        /** Until it sleeps for its own reply, which somebody else drives. */
        void awaitParked() {
            await("parked").until(() -> LockSupport.getBlocker(thread) == reply);
        }

        Object value() throws Exception {
            Outcome<Object> outcome = outcome();
            if (outcome instanceof Outcome.Done<Object> done) {
                return done.value();
            }
            throw new AssertionError(outcome.toString());
        }

        Trouble trouble() throws Exception {
            Outcome<Object> outcome = outcome();
            if (outcome instanceof Outcome.Failed<Object> failed) {
                return failed.trouble();
            }
            throw new AssertionError(outcome.toString());
        }

        private Outcome<Object> outcome() throws Exception {
            try {
                return result.get(30, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            } catch (TimeoutException e) {
                throw new AssertionError("no outcome; " + thread + " is " + thread.getState(), e);
            }
        }
    }
}
