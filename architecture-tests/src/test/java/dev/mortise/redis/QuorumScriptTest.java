package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.server.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scripts of a quorum's master, on a real server: what one of them decides by itself. */
@Tag("servers")
class QuorumScriptTest {

    private static final RedisServer SERVER = RedisServer.start();
    private static final KindScripts SCRIPTS = new QuorumNaming("").scripts;
    private static final String LEASE = "30000";
    private static final String CLOCK = "1000";

    @BeforeEach
    void empty() {
        SERVER.command("FLUSHALL");
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void aVoteIsGivenOnceAndAskedAgainItIsTheSame() {
        assertThat(acquire("a/1")).isEqualTo(List.of("1000"));
        assertThat(acquire("b/1")).isNotEqualTo(List.of("1001"));
        assertThat(acquire("a/1")).isEqualTo(List.of("1000"));
    }

    @Test
    void theNextVoteIsAboveTheLastThoughTheClockStandsStill() {
        acquire("a/1");
        assertThat(release("a/1")).isEqualTo(1L);
        assertThat(acquire("b/1")).isEqualTo(List.of("1001"));
    }

    @Test
    void aReleaseOfAnotherVoteChangesNothing() {
        acquire("a/1");
        assertThat(release("a/2")).isEqualTo(0L);
        assertThat(SERVER.command("HGET", "lock", "a/1")).isEqualTo("1000");
    }

    @Test
    void aReleaseRaisesTheTokenToTheLastOfItsGrantAndNeverLowersIt() {
        acquire("a/1");
        assertThat(run(SCRIPTS.release(), "a/1", "1500", LEASE)).isEqualTo(1L);
        assertThat(acquire("b/1")).isEqualTo(List.of("1501"));
        assertThat(run(SCRIPTS.release(), "b/1", "1400", LEASE)).isEqualTo(1L);
        assertThat(SERVER.command("GET", "token")).isEqualTo("1501");
    }

    @Test
    void theTokenOutlivesTheLock() {
        acquire("a/1");
        assertThat((Long) SERVER.command("PTTL", "token")).isBetween(61_000L, 70_000L);
        assertThat((Long) SERVER.command("PTTL", "lock")).isBetween(20_000L, 30_000L);
    }

    @Test
    void aMasterThatIsNotUpForLongEnoughDoesNotVote() {
        assertThat(run(SCRIPTS.acquire(), "a:1", "a/1", LEASE, "0", CLOCK, "0", "a/1", "100000"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2)
                .endsWith(0L);
        assertThat(SERVER.command("EXISTS", "lock", "token")).isEqualTo(0L);
    }

    @Test
    void aTokenIsKeptOnlyWhereTheLockIsTheVotes() {
        acquire("b/1");
        assertThat(settle("a/1", "2000")).isEqualTo(0L);
        assertThat(SERVER.command("GET", "token")).isEqualTo("1000");
        assertThat(settle("b/1", "2000")).isEqualTo(1L);
        assertThat(SERVER.command("GET", "token")).isEqualTo("2000");
    }

    @Test
    void aTokenIsNotKeptBehindAHigherVote() {
        acquire("a/1");
        assertThat(settle("a/1", "900")).isEqualTo(0L);
        assertThat(SERVER.command("HGET", "lock", "a/1")).isEqualTo("1000");
    }

    private static @Nullable Object acquire(String vote) {
        return run(SCRIPTS.acquire(), "a:1", vote, LEASE, "0", CLOCK, "0");
    }

    private static @Nullable Object release(String vote) {
        return run(SCRIPTS.release(), vote);
    }

    private static @Nullable Object settle(String vote, String token) {
        return run(QuorumNaming.SETTLE, vote, token, LEASE);
    }

    private static @Nullable Object run(Script script, String... args) {
        List<String> command = new ArrayList<>(
                List.of("EVAL", new String(script.source(), StandardCharsets.UTF_8), "3", "lock", "queue", "token"));
        command.addAll(List.of(args));
        return SERVER.command(command.toArray(String[]::new));
    }
}
