package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.spi.LockId;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameCodeTest {

    @ParameterizedTest
    @ValueSource(strings = {"order:42", "a b", "käse", "锁", "a:token", "🔒", "x/y#z"})
    void ordinaryNamesStayAsTheyAre(String name) {
        assertThat(NameCode.encode(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "}", "{", "}x", "{}x", "a}b{c", "%", "%7D", "a\nb", "a\r\n", "\u0000", "\u0085", "\u2028", "\u007f"
            })
    void hostileNamesCannotEndTheHashTagOrALine(String name) {
        String encoded = NameCode.encode(name);
        assertThat(encoded).doesNotContain("{", "}", "\n", "\r", "\u0000", "\u0085", "\u2028");
        assertThat(NameCode.decode(encoded)).isEqualTo(name);
    }

    @Test
    void noTwoNamesShareAKeyAndEveryNameComesBack() {
        long seed = new Random().nextLong();
        System.err.println("NameCodeTest seed " + seed);
        Random random = new Random(seed);
        String alphabet = "ab%7D{}:\n\r\u0000\u0085\u2028é锁😀2 token";
        int[] points = alphabet.codePoints().toArray();
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = 1 + random.nextInt(8); length > 0; length--) {
                text.appendCodePoint(points[random.nextInt(points.length)]);
            }
            String name = text.toString();
            String encoded = NameCode.encode(name);
            assertThat(NameCode.decode(encoded)).as("seed %d", seed).isEqualTo(name);
            assertThat(names.putIfAbsent(encoded, name)).as("seed %d", seed).isIn(null, name);
        }
    }

    @Test
    void companionsOfOneLockAreNoLockOfAnotherName() {
        assertThat(keys("a")).doesNotContainAnyElementsOf(java.util.List.of(keys("a:token")));
        assertThat(keys("a}:token")[0]).isNotEqualTo(keys("a")[1]);
    }

    private static String[] keys(String name) {
        byte[][] keys = OwnNaming.classic("mortise:", false)
                .keys(new LockId("lock", name))
                .all();
        String[] texts = new String[keys.length];
        for (int i = 0; i < keys.length; i++) {
            texts[i] = new String(keys[i], StandardCharsets.UTF_8);
        }
        return texts;
    }
}
