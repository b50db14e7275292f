package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.server.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code batch.lua} itself, on a real server: the calls of one batch take effect one after the other. */
@Tag("servers")
class BatchScriptTest {

    private static final RedisServer SERVER = RedisServer.start();
    private static final String GRANTED = "granted";

    @BeforeEach
    void empty() {
        SERVER.command("FLUSHALL");
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void locksThatAreFreeAreGrantedAndDeletedTogether() {
        assertThat(batch("a one 1", "a two 2", "a three 3")).containsExactly(GRANTED, GRANTED, GRANTED);
        assertThat(SERVER.command("EXISTS", "{one}", "{two}", "{three}")).isEqualTo(3L);
        SERVER.command("CONFIG", "RESETSTAT");
        assertThat(batch("r one 1", "r two 2", "r three 9")).containsExactly("1", "1", "0");
        assertThat(SERVER.commandCalls()).containsEntry("del", 1L);
        assertThat(SERVER.command("EXISTS", "{one}", "{two}", "{three}")).isEqualTo(1L);
    }

    @Test
    void oneLockIsGrantedOnce() {
        assertThat(batch("a one 1", "a two 2", "a one 3")).containsExactly(GRANTED, GRANTED, "refused");
        assertThat(SERVER.command("HEXISTS", "{one}", "node/1")).isEqualTo(1L);
    }

    @Test
    void aLockThatIsReleasedIsFreeForTheNextCall() {
        batch("a one 1");
        assertThat(batch("r one 1", "a one 2", "a two 3", "r two 3", "a two 4"))
                .containsExactly("1", GRANTED, GRANTED, "1", GRANTED);
        assertThat(SERVER.command("HEXISTS", "{one}", "node/2")).isEqualTo(1L);
        assertThat(SERVER.command("HEXISTS", "{two}", "node/4")).isEqualTo(1L);
    }

    @Test
    void anAskAndItsReleaseMayGoTogether() {
        assertThat(batch("a one 1", "r one 1", "a one 2", "r one 2", "r one 2"))
                .contains(GRANTED, "1")
                .doesNotContain("refused");
        assertThat(SERVER.command("EXISTS", "{one}")).isEqualTo(0L);
    }

    @Test
    void oneThatIsTakenDoesNotKeepTheOthersOut() {
        batch("a one 1");
        assertThat(batch("a one 2", "a two 3", "a three 4")).containsExactly("refused", GRANTED, GRANTED);
    }

    @Test
    void aKeyOfAnotherTypeFailsItsOwnCallOnly() {
        SERVER.command("SET", "{one}", "x");
        assertThat(batch("a one 1", "a two 2", "r one 1")).containsExactly("error", GRANTED, "error");
        assertThat(SERVER.command("GET", "{one}")).isEqualTo("x");
    }

    @Test
    void theTtlIsTheLease() {
        batch("a one 1", "a two 2");
        assertThat((Long) SERVER.command("PTTL", "{one}")).isBetween(30_000L, 60_001L);
        assertThat((Long) SERVER.command("PTTL", "{two}")).isBetween(30_000L, 60_001L);
    }

    /** Each call is a letter, a lock and the number of an ask. */
    private static List<String> batch(String... calls) {
        StringBuilder letters = new StringBuilder();
        List<String> asked = new ArrayList<>();
        List<String> released = new ArrayList<>();
        List<String> tokens = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        for (String call : calls) {
            String[] words = call.split(" ");
            String lock = "{" + words[1] + "}";
            letters.append(words[0]);
            (words[0].equals("a") ? asked : released).addAll(List.of(lock, lock + ":queue"));
            if (words[0].equals("a")) {
                tokens.add(lock + ":token");
                arguments.add("node:1");
            }
            arguments.add("node/" + words[2]);
        }
        List<String> keys =
                Stream.of(asked, released, tokens).flatMap(List::stream).toList();
        List<String> command = new ArrayList<>(List.of(
                "EVAL", new String(Scripts.BATCH.source(), StandardCharsets.UTF_8), String.valueOf(keys.size())));
        command.addAll(keys);
        command.addAll(List.of(letters.toString(), String.valueOf(tokens.size()), "60000", "0"));
        command.addAll(arguments);
        List<?> replies = (List<?>) SERVER.command(command.toArray(String[]::new));
        return replies.stream().map(BatchScriptTest::read).toList();
    }

    private static String read(Object reply) {
        if (reply instanceof List<?> list) {
            return list.size() == 2
                    ? "refused"
                    : GRANTED; // {token}: ahead of the clock, by several grants in a microsecond
        }
        return reply instanceof Long number
                ? number.toString()
                : String.valueOf(reply).length() == 16 ? GRANTED : "error";
    }
}
