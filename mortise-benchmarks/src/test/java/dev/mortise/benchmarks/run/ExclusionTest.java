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
    void aGrantOutOfOrderIsAViolationAndAnUnseenOneIsTrouble() {
        assertThatCode(() -> Exclusion.checkOrder("it", new Order(7, 5, 0), 7)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Exclusion.checkOrder("it", new Order(7, 5, 1), 7))
                .isInstanceOf(ViolationException.class)
                .hasMessage("it: 1 of 5 grants overtook somebody");
        assertThatThrownBy(() -> Exclusion.checkOrder("it", new Order(6, 5, 0), 7))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aLostCountIsAViolation() {
        assertThatCode(() -> Exclusion.checkCount("it", 7, 7)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Exclusion.checkCount("it", 7, 6))
                .isInstanceOf(ViolationException.class)
                .hasMessage("it: 7 sections, but 6 counted inside");
    }
}
