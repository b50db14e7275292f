package dev.mortise.examples.flashsale;

import dev.mortise.redis.RedisUri;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What the demo was asked for.
 *
 * @param redis the URI of a server to use, or null to start one
 * @param processes how many processes sell
 * @param buyers how many buyers each process has
 * @param stock how many items there are
 * @param seed where the lengths of the payments come from
 * @param help whether only the help is wanted
 */
record Options(@Nullable String redis, int processes, int buyers, int stock, long seed, boolean help) {

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException naming the option and what it takes
     */
    static Options parse(List<String> arguments) {
        String redis = null;
        int processes = 3;
        int buyers = 16;
        int stock = 300;
        long seed = ThreadLocalRandom.current().nextInt(1, 100_000);
        Iterator<String> words = arguments.iterator();
        while (words.hasNext()) {
            String option = words.next();
            switch (option) {
                case "--redis" -> redis = server(value(option, words));
                case "--processes" -> processes = (int) number(option, words, 1, 16);
                case "--buyers" -> buyers = (int) number(option, words, 1, 200);
                case "--stock" -> stock = (int) number(option, words, 1, 10_000);
                case "--seed" -> seed = number(option, words, Long.MIN_VALUE, Long.MAX_VALUE);
                case "--help", "-h" -> {
                    return new Options(null, processes, buyers, stock, seed, true);
                }
                default -> throw new IllegalArgumentException("unknown option " + option);
            }
        }
        if (processes * buyers < 2) {
            throw new IllegalArgumentException("a single buyer needs no lock: raise --processes or --buyers");
        }
        return new Options(redis, processes, buyers, stock, seed, false);
    }

    private static String server(String uri) {
        RedisUri.parse(uri);
        return uri;
    }

    private static long number(String option, Iterator<String> words, long least, long most) {
        String text = value(option, words);
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notOne) {
            // told below
        }
        String range = least == Long.MIN_VALUE ? "" : " from " + least + " to " + most;
        throw new IllegalArgumentException(option + " takes a whole number" + range + ", not '" + text + "'");
    }

    private static String value(String option, Iterator<String> words) {
        if (!words.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return words.next();
    }
}
