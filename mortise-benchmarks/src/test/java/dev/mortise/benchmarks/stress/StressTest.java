package dev.mortise.benchmarks.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.SafetyViolation;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The short form of {@code ./dev stress}. */
@Timeout(240)
@Tag("servers")
@Tag("timing")
class StressTest {

    @Test
    void nothingIsLostStuckOrLeft() {
        StringBuffer report = new StringBuffer();
        StressOptions options = new StressOptions(5_000, System.nanoTime() % 1_000_000, 3, 4, 5);
        Stress stress = new Stress(options, line -> report.append(line).append('\n'));
        List<String> wrong = stress.run();
        SafetyViolation.check(wrong.stream().allMatch(Stress::isLate), wrong + "\n" + report);
        assertThat(wrong).as("%s", report).isEmpty();
    }
}
