package dev.mortise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitStrategyTest {

    @Test
    void anIntervalStaysAsItIs() {
        WaitStrategy strategy = WaitStrategy.polling(Duration.ofMillis(40));
        assertThat(strategy.polls()).isTrue();
        assertThat(strategy.maxTries()).isZero();
        for (int tries = 1; tries < 2_000; tries += 7) {
            assertThat(strategy.pauseNanos(tries)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(40));
        }
    }

    @Test
    void backOffMultipliesUpToTheLongest() {
        WaitStrategy strategy = WaitStrategy.polling(Duration.ofMillis(10)).backOff(3, Duration.ofMillis(100));
        long[] millis = {10, 30, 90, 100, 100};
        for (int i = 0; i < millis.length; i++) {
            assertThat(strategy.pauseNanos(i + 1)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(millis[i]));
        }
        assertThat(strategy.pauseNanos(Integer.MAX_VALUE)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    }

    @Test
    void jitterStaysWithinItsShareAndSpreads() {
        WaitStrategy strategy = WaitStrategy.polling(Duration.ofMillis(100)).jitter(0.25);
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < 2_000; i++) {
            long pause = strategy.pauseNanos(1);
            least = Math.min(least, pause);
            most = Math.max(most, pause);
        }
        assertThat(least).isBetween(75_000_000L, 80_000_000L);
        assertThat(most).isBetween(120_000_000L, 125_000_000L);
    }

    @Test
    void theOrderOfSettingsDoesNotMatter() {
        WaitStrategy strategy = WaitStrategy.polling(Duration.ofMillis(10))
                .maxTries(5)
                .backOff(2, Duration.ofSeconds(1))
                .jitter(0);
        assertThat(strategy.maxTries()).isEqualTo(5);
        assertThat(strategy.pauseNanos(3)).isEqualTo(40_000_000L);
    }

    @Test
    void messagesTakeNoPollingSettings() {
        WaitStrategy messages = WaitStrategy.messages();
        assertThat(messages.polls()).isFalse();
        assertThatThrownBy(() -> messages.jitter(0.1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> messages.maxTries(3)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> messages.backOff(2, Duration.ofSeconds(1))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void valuesOutOfRangeAreNamed() {
        WaitStrategy polling = WaitStrategy.polling(Duration.ofMillis(100));
        assertThatThrownBy(() -> WaitStrategy.polling(Duration.ZERO)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> WaitStrategy.polling(Duration.ofHours(2))).hasMessageContaining("PT2H");
        assertThatThrownBy(() -> polling.backOff(0.5, Duration.ofSeconds(1))).hasMessageContaining("0.5");
        assertThatThrownBy(() -> polling.backOff(Double.NaN, Duration.ofSeconds(1)))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> polling.backOff(2, Duration.ofMillis(50))).hasMessageContaining("PT0.05S");
        assertThatThrownBy(() -> polling.jitter(1)).hasMessageContaining("1.0");
        assertThatThrownBy(() -> polling.jitter(-0.1)).hasMessageContaining("-0.1");
        assertThatThrownBy(() -> polling.maxTries(0)).hasMessageContaining("0");
    }
}
