package dev.mortise.redis;

import dev.mortise.LossCause;
import dev.mortise.spi.Answer;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Signals;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/**
 * What scripts tell nodes on their channels: {@code look <kind> <name>}, {@code lost <kind> <ask> <name>} and
 * {@code granted <kind> <ask> <lease ms> <token> <server µs> <name>}. Anybody who may publish can send anything, so the first
 * two only make a node look for itself, and the third is believed only with the number of an ask that waits, which nobody can
 * know who may not read the lock.
 */
final class Message {

    private static final String LOOK = "look ";
    private static final String LOST = "lost ";
    private static final String GRANTED = "granted ";
    private static final int MOST_DIGITS = 18;

    private Message() {}

    /**
     * Tells the engine what a message says; anything else is passed over.
     *
     * @param run asks that stand behind one that was granted
     * @param namingOf by kind
     * @param oneClock whether the time of a grant is by the clock that earlier answers were by; else who waits has to ask
     */
    static void read(
            byte[] payload, List<Long> run, Function<String, Naming> namingOf, boolean oneClock, Signals signals) {
        String text = new String(payload, StandardCharsets.UTF_8);
        if (text.startsWith(LOOK)) {
            String[] words = text.split(" ", 3);
            if (words.length == 3) {
                signals.look(lock(words[1], words[2], namingOf));
            }
        } else if (text.startsWith(LOST)) {
            String[] words = text.split(" ", 4);
            if (words.length == 4 && areNumbers(words, 2, 3)) {
                LockId lock = lock(words[1], words[3], namingOf);
                signals.lost(lock, Long.parseLong(words[2]), LossCause.FORCED);
            }
        } else if (text.startsWith(GRANTED)) {
            String[] words = text.split(" ", 7);
            if (words.length == 7 && areNumbers(words, 2, 6)) {
                signals.granted(lock(words[1], words[6], namingOf), pushed(words, run, oneClock));
            }
        }
    }

    private static Pushed pushed(String[] words, List<Long> run, boolean oneClock) {
        long token = Long.parseLong(words[4]);
        long micros = Long.parseLong(words[5]);
        Answer.Granted answer = new Answer.Granted(token, token == micros);
        return new Pushed(
                Long.parseLong(words[2]), answer, Long.parseLong(words[3]), oneClock ? micros : Pushed.UNKNOWN, run);
    }

    private static boolean areNumbers(String[] words, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isNumber(words[i])) {
                return false;
            }
        }
        return true;
    }

    /** Without a pattern: a waiter sleeps until this is done. */
    private static boolean isNumber(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                return false;
            }
        }
        return !word.isEmpty() && word.length() <= MOST_DIGITS;
    }

    private static LockId lock(String kind, String told, Function<String, Naming> namingOf) {
        return new LockId(kind, namingOf.apply(kind).told(told));
    }
}
