package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BeforeOptionsTest {

    @Test
    void comparesAllScenariosInFifteenRoundsByDefault() {
        BeforeOptions options = BeforeOptions.parse("--before", "HEAD~2");

        assertThat(options.commit()).isEqualTo("HEAD~2");
        assertThat(options.rounds()).isEqualTo(15);
        assertThat(options.counters()).isFalse();
        assertThat(options.workloads()).containsExactly(Workload.values());
    }

    @Test
    void takesRoundsAndScenariosByName() {
        BeforeOptions options =
                BeforeOptions.parse("fair-multi", "--rounds", "40", "--before", "86ccdf5", "solo", "--counters");

        assertThat(options.rounds()).isEqualTo(40);
        assertThat(options.counters()).isTrue();
        assertThat(options.workloads()).containsExactly(Workload.SOLO, Workload.FAIR_MULTI);
        assertThat(BeforeOptions.parse("--before", "x", "--counters").rounds()).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource({
        "--before, --before needs a commit",
        "--before --counters, --before needs a commit",
        "--rounds 3, need --before COMMIT",
        "--counters, need --before COMMIT",
        "--before HEAD --rounds, --rounds needs a number",
        "--before HEAD --rounds 0, not '0'",
        "--before HEAD --rounds 201, not '201'",
        "--before HEAD --rounds ten, not 'ten'",
        "--before HEAD reentry, unknown scenario 'reentry'",
        "--before HEAD --quick, unknown option '--quick'"
    })
    void explainsMistakes(String line, String message) {
        assertThatThrownBy(() -> BeforeOptions.parse(line.split(" ", -1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void isWantedByEachOfItsOptions() {
        assertThat(BeforeBench.isWanted("--before", "HEAD")).isTrue();
        assertThat(BeforeBench.isWanted("--rounds", "3")).isTrue();
        assertThat(BeforeBench.isWanted("solo", "--quick")).isFalse();
    }

    @Test
    void aMistakeEndsTheCommandBeforeAnythingIsBuilt() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);

        int exit = BeforeBench.run(new String[] {"--rounds", "3"}, Path.of(""), stream, text -> {}, () -> {});

        assertThat(exit).isEqualTo(2);
        assertThat(out.size()).isZero();
    }
}
