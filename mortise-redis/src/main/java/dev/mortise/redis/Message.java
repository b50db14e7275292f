package dev.mortise.redis;

import dev.mortise.LossCause;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Signals;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * What scripts tell nodes on their channels: {@code look <kind> <name>} and {@code lost <kind> <ask> <name>}. Anybody
 * who may publish can send anything, so a message only makes a node look for itself.
 */
final class Message {

    private static final String LOOK = "look ";
    private static final String LOST = "lost ";

    private Message() {}

    /**
     * Tells the engine what a message says; anything else is passed over.
     *
     * @param namingOf by kind
     */
    static void read(byte[] payload, Function<String, Naming> namingOf, Signals signals) {
        String text = new String(payload, StandardCharsets.UTF_8);
        if (text.startsWith(LOOK)) {
            String[] words = text.split(" ", 3);
            if (words.length == 3) {
                signals.look(lock(words[1], words[2], namingOf));
            }
        } else if (text.startsWith(LOST)) {
            String[] words = text.split(" ", 4);
            if (words.length == 4 && words[2].matches("[0-9]{1,18}")) {
                LockId lock = lock(words[1], words[3], namingOf);
                signals.lost(lock, Long.parseLong(words[2]), LossCause.FORCED);
            }
        }
    }

    private static LockId lock(String kind, String told, Function<String, Naming> namingOf) {
        return new LockId(kind, namingOf.apply(kind).told(told));
    }
}
