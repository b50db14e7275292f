package dev.mortise.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mortise.mutants.CommandLine.Action;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandLineTest {

    @Test
    void subjectsAndNamesAreCollected() {
        assertEquals(
                new CommandLine(Action.TRY, true, List.of("fair", "leases"), List.of("wake-nobody"), false, null, 20),
                CommandLine.parse("--subject", "fair", "wake-nobody", "--trusted", "--subject", "leases"));
    }

    @Test
    void theBaseOfAChangeIsOptional() {
        assertEquals(changed(Action.TRY, null, 20), CommandLine.parse("--changed"));
        assertEquals(changed(Action.TRY, null, 5), CommandLine.parse("--changed", "--most", "5"));
        assertEquals(changed(Action.LIST, "HEAD~3", 20), CommandLine.parse("--list", "--changed", "HEAD~3"));
    }

    @Test
    void helpComesBeforeEverythingElse() {
        assertEquals(Action.HELP, CommandLine.parse("--help", "--list").action());
        assertEquals(Action.HELP, CommandLine.parse("--check", "-h").action());
    }

    @Test
    void wrongUsageIsReported() {
        assertWrong("unknown option --seconds", "--seconds", "3");
        assertWrong("--subject needs a value", "--subject", "--list");
        assertWrong("--most needs a value", "--changed", "--most");
        assertWrong("--most needs a number from 1, not '0'", "--changed", "--most", "0");
        assertWrong("--most needs --changed", "--most", "3");
        assertWrong("--changed chooses the mutants itself: leave subjects and names out", "wake-nobody", "--changed");
    }

    private static CommandLine changed(Action action, String base, int most) {
        return new CommandLine(action, false, List.of(), List.of(), true, base, most);
    }

    private static void assertWrong(String message, String... arguments) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> CommandLine.parse(arguments))
                        .getMessage());
    }
}
