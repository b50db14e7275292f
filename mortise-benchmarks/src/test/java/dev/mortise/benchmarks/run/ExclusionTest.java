package dev.mortise.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ExclusionTest {

    @Test
    void twoOwnersAtATimeAreAViolation() {
        assertThatCode(() -> Exclusion.checkOverlaps("it", 0)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Exclusion.checkOverlaps("it", 1)).isInstanceOf(ViolationException.class);
    }

    @Test
    void aLostCountIsAViolation() {
        assertThatCode(() -> Exclusion.checkCount("it", 7, 7)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Exclusion.checkCount("it", 7, 6))
                .isInstanceOf(ViolationException.class)
                .hasMessage("it: 7 sections, but 6 counted inside");
    }
}
