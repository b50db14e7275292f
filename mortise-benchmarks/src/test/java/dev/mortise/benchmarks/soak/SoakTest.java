package dev.mortise.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.SafetyViolation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The short form of {@code ./dev soak}. */
@Timeout(240)
@Tag("servers")
class SoakTest {

    @Test
    void nothingGrows() {
        StringBuilder report = new StringBuilder();
        Soak soak = new Soak(
                Duration.ofSeconds(8), 20_000, 1, line -> report.append(line).append('\n'));
        List<String> wrong = soak.run();
        SafetyViolation.check(wrong.stream().noneMatch(Soak::isLeftover), wrong + "\n" + report);
        assertThat(wrong).as("%s", report).isEmpty();
    }
}
