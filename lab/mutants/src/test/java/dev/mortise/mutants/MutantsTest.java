package dev.mortise.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MutantsTest {

    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @Test
    void anUnexpectedExceptionIsOneLineAndExitCode3() {
        int code = exitCode(() -> {
            throw new IllegalStateException("no space\n  left");
        });

        assertEquals(3, code);
        String line = "mutants: could not run: java.lang.IllegalStateException: no space left";
        assertEquals(List.of(line + " (MORTISE_TRACE=1 prints the stack trace)"), reported());
    }

    @Test
    void aFileThatDisappearsWhileAFolderIsReadIsOneLineAndExitCode3() {
        int code = exitCode(() -> {
            throw new UncheckedIOException(new NoSuchFileException("gone"));
        });

        assertEquals(3, code);
        assertEquals(1, reported().size());
    }

    @Test
    void aReasonNotToRunIsReportedAsItIs() {
        int code = exitCode(() -> {
            throw new IOException("start this program with ./dev mutants");
        });

        assertEquals(3, code);
        assertEquals(List.of("mutants: start this program with ./dev mutants"), reported());
    }

    @Test
    void wrongUsageIsExitCode2() {
        int code = exitCode(() -> {
            throw new IllegalArgumentException("unknown option -x");
        });

        assertEquals(2, code);
        assertEquals(List.of("mutants: unknown option -x; see ./dev mutants --help"), reported());
    }

    @Test
    void aMutantThatIsOutOfDateIsExitCode1() {
        int code = exitCode(() -> {
            throw new BadMutantException("there is no file Gone.java");
        });

        assertEquals(1, code);
        assertEquals(List.of("mutants: there is no file Gone.java"), reported());
    }

    private int exitCode(Mutants.Invocation program) {
        return Mutants.exitCode(program, new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    private List<String> reported() {
        return errors.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
