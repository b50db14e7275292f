package dev.mortise.redisson;

import dev.mortise.tck.Eventually;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Mortise and Redisson in one JVM, on one server. No call may reach the limit of its test, which cannot tell the two apart. */
@Timeout(240)
abstract class TwoClients {

    /** Who holds; the other one waits. */
    enum Holder {
        MORTISE,
        REDISSON
    }

    /** A Redisson waiter sleeps until the holder's lease ends. This lease does not end while a test runs. */
    static final Duration WATCHDOG = Duration.ofSeconds(90);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final AtomicInteger NAMES = new AtomicInteger();

    static RedisServer server;
    static Client.MortiseClient mortise;
    static Client.RedissonSide redisson;
    private static Client.MortiseClient patient;
    private static SlowTime slowTime;
    private static ExecutorService threads;

    final String name = "shared:" + NAMES.incrementAndGet();

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        mortise = Client.mortise(server.uri(), WATCHDOG);
        redisson = Client.redisson(server.uri(), WATCHDOG);
        slowTime = new SlowTime();
        patient = Client.mortise(server.uri(), WATCHDOG, slowTime);
        threads = Executors.newCachedThreadPool();
    }

    @AfterAll
    static void stop() {
        threads.shutdownNow();
        redisson.close();
        mortise.close();
        patient.close();
        slowTime.close();
        server.close();
    }

    /** A test that failed may have left its lock locked. */
    @RegisterExtension
    final AfterEachCallback nothingIsLeftButTokens = context -> {
        try {
            if (context.getExecutionException().isEmpty()) {
                SafetyViolation.checked(() -> Eventually.eventually(
                        "only tokens and nodes are left",
                        () -> server.keys().stream()
                                .allMatch(key -> key.startsWith("mortise:token:") || key.startsWith("mortise:node:"))));
            }
        } finally {
            server.command("FLUSHALL");
        }
    };

    static Client holding(Holder holder) {
        return holder == Holder.MORTISE ? mortise : redisson;
    }

    static Client waiting(Holder holder) {
        return holder == Holder.MORTISE ? redisson : mortise;
    }

    /** A client whose waiters get in only if they are notified of a release. */
    static Client notified(Holder holder) {
        return holder == Holder.MORTISE ? redisson : patient;
    }

    static <T> Future<T> begin(Callable<T> call) {
        return threads.submit(call);
    }

    /** The result of a call of that client. */
    static <T> T join(Client client, Future<T> call) throws Exception {
        return join(client, call, PATIENCE);
    }

    /** The same with another limit. A call of Mortise that takes longer is stuck. One of Redisson may have missed a message. */
    static <T> T join(Client client, Future<T> call, Duration limit) throws Exception {
        try {
            return call.get(limit.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            if (client instanceof Client.RedissonSide) {
                // Without the time-out as its cause, which would count as a stuck call of Mortise.
                throw new AssertionError("A call of Redisson did not end within " + limit.toSeconds() + " s.");
            }
            throw new SafetyViolation("Stuck: a call of Mortise did not end within " + limit.toSeconds() + " s.", e);
        }
    }

    /** Begins something that waits for the lock with the other client, and waits until it does. */
    static <T> Future<T> waiter(Holder holder, String name, Callable<T> call) {
        String channel = "redisson_lock__channel:" + (name.contains("{") ? name : "{" + name + "}");
        if (holder == Holder.REDISSON) {
            Future<T> waiter = begin(call);
            Eventually.eventually(
                    "Mortise waits",
                    () -> !mortise.node().lock(name).inspect().waiters().isEmpty());
            return waiter;
        }
        Eventually.eventually("earlier waits of Redisson have ended", () -> listeners(channel) == 0);
        AtomicReference<Thread> thread = new AtomicReference<>();
        Future<T> waiter = begin(() -> {
            thread.set(Thread.currentThread());
            return call.call();
        });
        Eventually.eventually("Redisson waits", () -> thread.get() != null && sleepsUntilTold(thread.get()));
        return waiter;
    }

    /** Redisson asks once more after it has subscribed, and only then sleeps, on the semaphore of the lock's entry. */
    private static boolean sleepsUntilTold(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(Semaphore.class.getName()));
    }

    static long listeners(String channel) {
        return (Long) ((List<?>) Objects.requireNonNull(server.command("PUBSUB", "NUMSUB", channel))).get(1);
    }
}
