package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.worker.Worker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Follows what Redis does, line by line of MONITOR, and compares the order in which waiters of a lock first asked for it
 * with the order in which they got it. Scripts run one at a time, so the order of lines is the server's.
 */
final class Turns {

    /** How a library names waiters, in the arguments of its scripts and as field of the lock, which is a hash. */
    private enum Format {
        /** An ask, which is never used again. */
        MORTISE("mortise:{" + Worker.SHARED_LOCK + "}", "[\\w-]+/\\d+", false),
        /** A thread. */
        REDISSON(Worker.SHARED_LOCK, "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:\\d+", true);

        private final String key;
        private final Pattern waiter;
        private final boolean comesBack;

        Format(String key, String waiter, boolean comesBack) {
            this.key = key;
            this.waiter = Pattern.compile(waiter);
            this.comesBack = comesBack;
        }
    }

    /** Of the words of a release: command, script, number of keys, three keys, then the ask, and those served. */
    private static final int RELEASED = 6;

    private static final int SERVED = 11;

    private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"");

    private final Format format;
    private final LinkedHashSet<String> waiting = new LinkedHashSet<>();
    private final Set<String> served = new HashSet<>();
    private long seen;
    private long grants;
    private long overtaken;

    private Turns(Format format) {
        this.format = format;
    }

    static Turns of(Entrant entrant) {
        return new Turns(entrant.isMortise() ? Format.MORTISE : Format.REDISSON);
    }

    void accept(String line) {
        if (!line.contains(format.key)) {
            return;
        }
        List<String> words = words(line);
        int key = words.indexOf(format.key);
        if (key < 1) {
            return;
        }
        switch (words.get(0).toUpperCase(Locale.ROOT)) {
            case "EVAL", "EVALSHA" -> {
                words.stream().filter(this::isWaiter).forEach(this::asks);
                servedInside(words);
            }
            case "HSET" -> words.stream().filter(this::isWaiter).forEach(this::gets);
            case "DEL", "UNLINK" -> free();
            default -> {}
        }
    }

    Order order() {
        return new Order(seen, grants, overtaken);
    }

    private boolean isWaiter(String word) {
        return format.waiter.matcher(word).matches();
    }

    /** A release of Mortise names those who had the lock inside the grant, in their order, behind five other arguments. */
    private void servedInside(List<String> words) {
        if (format == Format.MORTISE && words.size() > SERVED && isWaiter(words.get(RELEASED))) {
            words.subList(SERVED, words.size()).forEach(this::gets);
        }
    }

    private void asks(String waiter) {
        if (!served.contains(waiter)) {
            waiting.add(waiter);
        }
    }

    private void gets(String waiter) {
        if (!served.add(waiter)) {
            return; // has it, and something is noted beside
        }
        seen++;
        if (waiting.size() > 1) {
            grants++;
            overtaken += waiter.equals(waiting.iterator().next()) ? 0 : 1;
        }
        waiting.remove(waiter);
    }

    private void free() {
        if (format.comesBack) {
            served.clear();
        }
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
            words.add(matcher.group(1));
        }
        return words;
    }
}
