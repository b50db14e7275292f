package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotsTest {

    /** As a server of 7.0 answers CLUSTER KEYSLOT. */
    @ParameterizedTest
    @CsvSource({
        "123456789, 12739",
        "foo, 12182",
        "{foo}, 12182",
        "mortise:{foo}:queue, 12182",
        "{}foo, 9500",
        "foo{}{bar}, 8363",
        "foo{{bar}}zap, 4015",
        "foo{bar}{zap}, 5061",
        "bar, 5061",
        "{foo, 13308",
        "'', 0",
    })
    void aKeysSlotIsThatOfTheServer(String key, int slot) {
        assertThat(Slots.of(key.getBytes(StandardCharsets.UTF_8))).isEqualTo(slot);
    }
}
