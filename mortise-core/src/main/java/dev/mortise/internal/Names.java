package dev.mortise.internal;

import dev.mortise.Limits;
import dev.mortise.spi.Escaped;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Checks the names of locks, which are hostile input. */
final class Names {

    private Names() {}

    static String checked(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("the name of a lock is " + (name == null ? "null" : "empty")
                    + ", must have 1 to " + Limits.NAME_BYTES + " bytes");
        }
        if (name.length() > Limits.NAME_BYTES || bytesOf(name) > Limits.NAME_BYTES) {
            throw new IllegalArgumentException("the name of a lock has " + name.length()
                    + " characters, must have at most " + Limits.NAME_BYTES + " bytes in UTF-8: '"
                    + Escaped.text(name.substring(0, 20)) + "…'");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new IllegalArgumentException("the name of a lock has an unpaired surrogate: it is no text");
        }
        return name;
    }

    private static int bytesOf(String name) {
        boolean surelyShort = name.length() <= Limits.NAME_BYTES / 3;
        return surelyShort ? name.length() : name.getBytes(StandardCharsets.UTF_8).length;
    }
}
