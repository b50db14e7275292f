package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.ForeignKeyException;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.StoreRefusedException;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Asks and releases that reach a real server as one script call: each must fare as if it had come alone. How many of them go out
 * as one depends on the machine; {@code BatchTest} shows which of them do.
 */
@Tag("servers")
class BatchedCallsTest {

    private static final int MANY = 60;

    private final RedisServer server = RedisServer.start();
    private Mortise mortise = Mortise.builder()
            .uri(server.uri())
            .requestLimit(Duration.ofSeconds(20))
            .unavailableLimit(Duration.ofSeconds(1))
            .build();

    @BeforeEach
    void connectBoth() {
        for (int i = 0; i < 8; i++) {
            connectOnce("warm" + i);
        }
    }

    @AfterEach
    void close() {
        mortise.close();
        server.close();
    }

    @Test
    void manyAsksAndReleasesAreFewScriptCalls() {
        List<OwnedHold> holds = new ArrayList<>();
        long asking = scriptCalls(() -> asks(MANY).forEach(ask -> holds.add(ask.join())));
        assertThat(asking).isBetween(1L, MANY - 1L);
        assertThat(holds).allMatch(OwnedHold::isValid);
        assertThat(holds).allMatch(hold -> hold.token() > 0);
        for (int i = 0; i < MANY; i++) {
            assertThat(server.command("EXISTS", key(i))).isEqualTo(1L);
        }
        holds.forEach(OwnedHold::close);
        for (int i = 0; i < MANY; i++) {
            assertThat(server.command("EXISTS", key(i))).isEqualTo(0L);
        }
    }

    @Test
    void aForeignKeyFailsItsOwnAskOnly() {
        server.command("SET", key(7), "x");
        List<CompletableFuture<OwnedHold>> asks = new ArrayList<>();
        assertThat(scriptCalls(() -> {
                    asks.addAll(asks(MANY));
                    asks.forEach(BatchedCallsTest::awaitEnd);
                }))
                .isLessThan(MANY);
        for (int i = 0; i < MANY; i++) {
            if (i == 7) {
                assertThatThrownBy(asks.get(i)::join)
                        .isInstanceOf(CompletionException.class)
                        .hasCauseInstanceOf(ForeignKeyException.class);
            } else {
                asks.get(i).join().close();
            }
        }
        assertThat(server.command("GET", key(7))).isEqualTo("x");
    }

    @Test
    void aKeyThatTheUserMayNotTouchFailsItsOwnAskOnly() {
        mortise.close();
        server.command("ACL", "SETUSER", "half", "on", ">pw", "+@all", "&*", "~mortise:node:*", "~mortise:{b*");
        mortise = Mortise.connect("redis://half:pw@127.0.0.1:" + server.port());
        connectOnce("b-warm");
        server.pause();
        List<CompletableFuture<OwnedHold>> asks = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                asks.add(mortise.lock((i == 5 ? "secret" : "b") + i).acquireAsync());
            }
        } finally {
            server.resume();
        }
        for (int i = 0; i < 20; i++) {
            if (i == 5) {
                assertThatThrownBy(asks.get(i)::join)
                        .hasCauseInstanceOf(StoreRefusedException.class)
                        .hasMessageContaining("NOPERM");
            } else {
                asks.get(i).join().close();
            }
        }
    }

    @Test
    void theServerForgettingScriptsIsNotNoticed() {
        server.command("SCRIPT", "FLUSH");
        asks(MANY).forEach(ask -> ask.join().close());
        server.command("SCRIPT", "FLUSH");
        asks(MANY).forEach(ask -> ask.join().close());
    }

    @Test
    void waitersOfOneLockGetInOneAfterTheOtherAmongBatches() throws Exception {
        List<CompletableFuture<OwnedHold>> waiters = new ArrayList<>();
        long last;
        try (Mortise other = Mortise.connect(server.uri());
                OwnedHold held = other.lock("one").acquire()) {
            last = held.token();
            for (int i = 0; i < 10; i++) {
                waiters.add(mortise.lock("one").acquireAsync());
            }
            asks(20).forEach(ask -> ask.join().close());
            assertThat(waiters).noneMatch(CompletableFuture::isDone);
        }
        for (CompletableFuture<OwnedHold> waiter : waiters) {
            try (OwnedHold hold = waiter.get(30, TimeUnit.SECONDS)) {
                SafetyViolation.check(hold.token() > last, "The token fell from " + last + " to " + hold.token() + ".");
                last = hold.token();
            }
        }
    }

    /** Asks for many locks while the server does not answer, so that they queue. */
    private List<CompletableFuture<OwnedHold>> asks(int count) {
        server.pause();
        try {
            List<CompletableFuture<OwnedHold>> asks = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                asks.add(mortise.lock("b" + i).acquireAsync());
            }
            return asks;
        } finally {
            server.resume();
        }
    }

    private void connectOnce(String name) {
        mortise.lock(name).run(hold -> {});
    }

    private long scriptCalls(Runnable action) {
        server.command("CONFIG", "RESETSTAT");
        action.run();
        return server.commandCalls().getOrDefault("evalsha", 0L)
                + server.commandCalls().getOrDefault("eval", 0L);
    }

    private static void awaitEnd(CompletableFuture<?> future) {
        future.handle((value, failure) -> true).join();
    }

    private static String key(int i) {
        return "mortise:{b" + i + "}";
    }
}
