package dev.mortise.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.benchmarks.report.Edition;
import dev.mortise.benchmarks.run.Scenario;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void runsWhatIsQuickEnoughWithoutArguments() {
        Options options = Options.parse();

        assertThat(options.edition()).isEqualTo(Edition.FULL);
        assertThat(options.scenarios())
                .contains(Scenario.SOLO, Scenario.FAIR_MULTI)
                .doesNotContain(Scenario.NODES, Scenario.LONG);
        assertThat(options.holds()).containsExactly(10_000);
    }

    @Test
    void runsAllThatIsContendedByOneWord() {
        Options options = Options.parse("contended");

        assertThat(options.edition()).isEqualTo(Edition.CONTENDED);
        assertThat(options.scenarios())
                .contains(Scenario.HOT, Scenario.FAIR, Scenario.NODES, Scenario.LONG)
                .doesNotContain(Scenario.SOLO);
        assertThat(options.holds()).isEmpty();
        assertThat(Options.parse("contended", "--quick").edition()).isEqualTo(Edition.PART);
    }

    @Test
    void runsWhatIsNamed() {
        Options options = Options.parse("--quick", "wide", "commands", "holds-100k", "--out", "there");

        assertThat(options.scenarios()).containsExactly(Scenario.WIDE);
        assertThat(options.commands()).isTrue();
        assertThat(options.holds()).containsExactly(100_000);
        assertThat(options.edition()).isEqualTo(Edition.PART);
        assertThat(options.out()).isEqualTo(Path.of("there"));
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> Options.parse("narrow"))
                .hasMessageContaining("'narrow'")
                .hasMessageContaining("wide");
        assertThatThrownBy(() -> Options.parse("--out")).hasMessageContaining("--out");
    }

    @Test
    void everyScenarioIsInTheHelp() {
        assertThat(Help.text())
                .contains(Arrays.stream(Scenario.values()).map(Scenario::word).toList());
    }

    @Test
    void everyScenarioOfAComparisonIsInItsHelp() {
        assertThat(Help.text())
                .contains("--before COMMIT [--rounds N] [--counters]")
                .contains("solo, wide, hot, multi, fair, fair-multi");
        assertThat(Help.isWanted("--before", "HEAD", "--help")).isTrue();
    }
}
