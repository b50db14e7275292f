package dev.mortise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.memory.MemoryServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MortiseBuilderTest {

    private final MortiseBuilder builder = Mortise.builder();

    @Test
    void withoutAStoreItSaysWhatToCall() {
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("uri(")
                .hasMessageContaining("store(");
    }

    @Test
    void anUnknownSchemeOrABrokenUriIsNamed() {
        assertThatThrownBy(() -> builder.uri("gopher://example")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.uri("no uri at all")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLabelIsShortAndPrintable() {
        assertThatThrownBy(() -> builder.label("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.label("a\nb")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.label("x".repeat(201)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("200");
        assertThatCode(() -> builder.label("x".repeat(200))).doesNotThrowAnyException();
    }

    @Test
    void aPrefixHasNoBracesNorControls() {
        assertThatThrownBy(() -> builder.keyPrefix("a{")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.keyPrefix("}")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.keyPrefix("a\nb"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> builder.keyPrefix("x".repeat(101))).isInstanceOf(IllegalArgumentException.class);
        assertThatCode(() -> builder.keyPrefix("")).doesNotThrowAnyException();
    }

    @Test
    void durationsOutOfRangeNameTheSettingTheValueAndTheLimits() {
        assertThatThrownBy(() -> builder.unavailableLimit(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unavailableLimit is PT-0.001S")
                .hasMessageContaining("PT24H");
        assertThatThrownBy(() -> builder.requestLimit(Duration.ZERO)).hasMessageContaining("requestLimit is PT0S");
        assertThatThrownBy(() -> builder.closeGrace(Duration.ofDays(2))).hasMessageContaining("closeGrace is PT48H");
        assertThatThrownBy(() -> builder.reportHoldsOver(Duration.ZERO)).hasMessageContaining("reportHoldsOver");
        assertThatThrownBy(() -> builder.watchdogLease(Duration.ofMillis(149)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LockOptions.defaults().watchdogLease(Duration.ofMillis(149)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LockOptions.defaults().maxHold(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxHold is PT0S");
    }

    @Test
    void nullsAreRefusedByName() {
        assertThatThrownBy(() -> builder.store(null)).hasMessage("store");
        assertThatThrownBy(() -> builder.listener(null)).hasMessage("listener");
        assertThatThrownBy(() -> builder.waitStrategy(null)).hasMessage("strategy");
        assertThatThrownBy(() -> builder.time(null)).hasMessage("time");
        assertThatThrownBy(() -> builder.closeGrace(null)).hasMessage("closeGrace");
    }

    @Test
    void aStoreBelongsToOneNode() {
        builder.store(new MemoryServer().store());
        try (Mortise first = builder.build()) {
            assertThatThrownBy(builder::build).isInstanceOf(IllegalStateException.class);
            assertThat(first.lock("still works").tryLock()).isTrue();
        }
    }

    @Test
    void nodesHaveWideIdsAndReadableLabels() {
        try (Mortise one = Mortise.inMemory();
                Mortise two = Mortise.builder()
                        .store(new MemoryServer().store())
                        .label("shop")
                        .build()) {
            assertThat(one.nodeId()).isNotEqualTo(two.nodeId()).hasSizeGreaterThanOrEqualTo(22);
            assertThat(one.nodeLabel()).contains("/" + ProcessHandle.current().pid());
            assertThat(two.nodeLabel()).isEqualTo("shop");
        }
    }
}
