package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CallgrindTest {

    @Test
    void readsTheTotalsOfADump() {
        assertThat(Callgrind.totals(List.of("version: 1", "events: Ir", "fn=(1) main", "16 400", "", "totals: 61081")))
                .isEqualTo(61_081);
    }

    @Test
    void aDumpWithoutTotalsIsAnError() {
        assertThatThrownBy(() -> Callgrind.totals(List.of("version: 1"))).isInstanceOf(CannotCompareException.class);
    }
}
