package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @NullAndEmptySource
    void nullAndEmptyAreRefused(String name) {
        assertThatThrownBy(() -> Names.checked(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Integer.toString(Limits.NAME_BYTES));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "}", "{}x", "a:b", "line\nbreak", "\0", " ", "ü", "😀", "\u2028"})
    void anythingElseThatIsTextIsAName(String name) {
        assertThat(Names.checked(name)).isSameAs(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ü", "€", "😀"})
    void theLimitIsInBytes(String letter) {
        int bytes = letter.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        String longest = letter.repeat(Limits.NAME_BYTES / bytes);
        assertThat(Names.checked(longest)).isSameAs(longest);
        assertThatThrownBy(() -> Names.checked(longest + letter))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Integer.toString(Limits.NAME_BYTES));
    }

    @Test
    void theRefusalOfALongNameForgesNoLine() {
        assertThatThrownBy(() -> Names.checked("\n".repeat(2_000))).hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud800", "a\udc00b", "\udc00\ud800"})
    void halfASurrogatePairIsNoText(String name) {
        assertThatThrownBy(() -> Names.checked(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("surrogate");
    }
}
