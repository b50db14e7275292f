package dev.mortise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseTest {

    @Test
    void minusOneIsTheWatchdogInEveryUnit() {
        for (TimeUnit unit : TimeUnit.values()) {
            assertThat(Lease.of(-1, unit)).isSameAs(Lease.watchdog());
        }
        assertThat(Lease.watchdog().length()).isNull();
        assertThat(Lease.watchdog().isRenewed()).isTrue();
        assertThat(Lease.watchdog().renewed()).isSameAs(Lease.watchdog());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -2, 1, 9, Long.MIN_VALUE, Long.MAX_VALUE, 365L * 24 * 3_600_000 + 1})
    void outOfRangeNamesValueAndLimits(long millis) {
        assertThatThrownBy(() -> Lease.of(millis, TimeUnit.MILLISECONDS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Long.toString(millis))
                .hasMessageContaining(Limits.MIN_LEASE.toString())
                .hasMessageContaining(Limits.MAX_LEASE.toString());
        assertThatThrownBy(() -> Lease.of(Duration.ofMillis(millis))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void overflowIsOutOfRange() {
        assertThatThrownBy(() -> Lease.of(Long.MAX_VALUE, TimeUnit.DAYS)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Lease.of(Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theLimitsThemselvesAreInRange() {
        assertThat(Lease.of(Limits.MIN_LEASE).length()).isEqualTo(Limits.MIN_LEASE);
        assertThat(Lease.of(Limits.MAX_LEASE).length()).isEqualTo(Limits.MAX_LEASE);
        assertThat(Lease.of(365, TimeUnit.DAYS).length()).isEqualTo(Limits.MAX_LEASE);
        assertThat(Lease.of(Limits.MIN_RENEWED_LEASE).renewed().isRenewed()).isTrue();
    }

    @Test
    void renewedNeedsTimeToRenew() {
        Lease tooShort = Lease.of(Limits.MIN_RENEWED_LEASE.minusMillis(1));
        assertThat(tooShort.isRenewed()).isFalse();
        assertThatThrownBy(tooShort::renewed)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Limits.MIN_RENEWED_LEASE.toString());
    }

    @Test
    void readsAsWhatItIs() {
        assertThat(Lease.watchdog()).hasToString("watchdog");
        assertThat(Lease.of(Duration.ofSeconds(1))).hasToString("PT1S");
        assertThat(Lease.of(Duration.ofSeconds(1)).renewed()).hasToString("PT1S renewed");
    }
}
