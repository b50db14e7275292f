package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StintTest {

    @Test
    void readsAndAddsUpTheAnswersOfWorkers() {
        Stint one = Stint.parse("done inTime=7 all=8 overlaps=0 bytes=900 waits=64:5,70:3");
        Stint other = Stint.parse("done inTime=1 all=1 overlaps=2 bytes=100 waits=70:1");

        assertThat(Stint.sum(List.of(one, other))).isEqualTo(new Stint(8, 9, 2, 1000, Map.of(64, 5L, 70, 4L)));
        assertThat(Stint.parse("done inTime=0 all=0 overlaps=0 bytes=0 waits=").waits())
                .isEmpty();
    }

    @Test
    void theP99IsTheTimeThatOneCallInAHundredExceeds() {
        int tenMicros = (13 << 4) + 3;
        int tenMillis = (23 << 4) + 3;

        assertThat(stint(Map.of(tenMicros, 99L, tenMillis, 1L)).p99Micros()).isCloseTo(9.98, within(0.3));
        assertThat(stint(Map.of(tenMicros, 98L, tenMillis, 2L)).p99Micros()).isCloseTo(10_200, within(300.0));
        assertThat(stint(Map.of()).p99Micros()).isZero();
    }

    private static Stint stint(Map<Integer, Long> waits) {
        return new Stint(1, 1, 0, 0, waits);
    }
}
