package dev.mortise.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void takesTheMiddleOne() {
        assertThat(Spread.of(9, 1, 4)).isEqualTo(new Spread(4, 1, 9));
    }

    @Test
    void takesTheMeanOfTheMiddleTwo() {
        assertThat(Spread.of(8, 1, 4, 2)).isEqualTo(new Spread(3, 1, 8));
    }
}
