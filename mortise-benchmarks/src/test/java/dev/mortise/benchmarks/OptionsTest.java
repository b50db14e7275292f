package dev.mortise.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.benchmarks.run.Scenario;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void runsEverythingWithoutArguments() {
        Options options = Options.parse();

        assertThat(options.isFull()).isTrue();
        assertThat(options.scenarios()).containsExactly(Scenario.values());
        assertThat(options.holds()).isTrue();
    }

    @Test
    void runsWhatIsNamed() {
        Options options = Options.parse("--quick", "wide", "commands", "--out", "there");

        assertThat(options.scenarios()).containsExactly(Scenario.WIDE);
        assertThat(options.commands()).isTrue();
        assertThat(options.holds()).isFalse();
        assertThat(options.isFull()).isFalse();
        assertThat(options.out()).isEqualTo(Path.of("there"));
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> Options.parse("narrow"))
                .hasMessageContaining("'narrow'")
                .hasMessageContaining("wide");
        assertThatThrownBy(() -> Options.parse("--out")).hasMessageContaining("--out");
    }
}
