package dev.mortise.benchmarks.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.benchmarks.soak.Soak;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgramTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final Program program = new Program("soak", Soak.class, stream(out), stream(errors));

    @Test
    void helpIsTheResourceNextToTheMainClass() {
        assertThat(run(arguments -> false, "3", "--help")).isZero();

        assertThat(text(out)).isEqualTo(Program.help(Soak.class)).startsWith("./dev soak ");
    }

    @Test
    void aWrongNumberIsOneLineAndExitCode2() {
        assertThat(run(arguments -> arguments.number("the length", 1) > 0, "many"))
                .isEqualTo(2);

        assertThat(text(errors))
                .isEqualTo("dev soak: the length is a whole number above 0, not 'many'; see ./dev soak --help\n");
    }

    @Test
    void aWordThatNobodyTookIsExitCode2() {
        int code = run(
                arguments -> {
                    arguments.number("the length", 1);
                    arguments.end();
                    return true;
                },
                "3",
                "more");

        assertThat(code).isEqualTo(2);
        assertThat(text(errors)).contains("unknown argument 'more'");
    }

    @Test
    void anExceptionIsOneLineWithoutAStackTraceAndExitCode3() {
        int code = run(arguments -> {
            throw new IOException("no space\nleft");
        });

        assertThat(code).isEqualTo(3);
        assertThat(text(errors).lines())
                .containsExactly(
                        "dev soak: could not run: IOException: no space left (MORTISE_TRACE=1 prints the stack trace)");
    }

    @Test
    void aBrokenAssertionIsAFailureNotAnObstacle() {
        int code = run(arguments -> {
            throw new AssertionError("two owners");
        });

        assertThat(code).isEqualTo(1);
        assertThat(text(errors)).contains("failed: two owners");
    }

    @Test
    void whatTheProgramFoundIsItsExitCode() {
        assertThat(run(arguments -> true)).isZero();
        assertThat(run(arguments -> false)).isEqualTo(1);
    }

    @Test
    void anOptionIsTakenWhereverItStands() {
        Arguments arguments = new Arguments("7", "--rounds", "3");

        assertThat(arguments.option("--rounds", 1)).isEqualTo(3);
        assertThat(arguments.option("--seconds", 5)).isEqualTo(5);
        assertThat(arguments.number("the length", 1)).isEqualTo(7);
        arguments.end();
    }

    private int run(Program.Body body, String... args) {
        return program.run(args, body);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
