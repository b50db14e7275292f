package dev.mortise.benchmarks.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The words after a command. A program takes them one by one; a word that remains at the end is an error. */
public final class Arguments {

    private final List<String> words;

    public Arguments(String... words) {
        this.words = new ArrayList<>(List.of(words));
    }

    /** Takes the next word if it is a positive whole number, or returns the default if no word remains. */
    public int number(String what, int otherwise) {
        return words.isEmpty() ? otherwise : parse(what, words.remove(0));
    }

    /** Takes the value of an option, wherever it stands, or returns the default. */
    public int option(String option, int otherwise) {
        int index = words.indexOf(option);
        if (index < 0) {
            return otherwise;
        }
        words.remove(index);
        return parse(option, index < words.size() ? words.remove(index) : "");
    }

    /** Takes the next word, which must be one of these, or returns the default if no word remains. */
    public String choice(String what, String otherwise, String... choices) {
        if (words.isEmpty()) {
            return otherwise;
        }
        String word = words.remove(0);
        if (!Set.of(choices).contains(word)) {
            throw new UsageException(
                    what + " is one of " + String.join(", ", Arrays.asList(choices)) + ", not '" + word + "'");
        }
        return word;
    }

    /** All remaining words, for a program that reads them itself. */
    public String[] rest() {
        String[] rest = words.toArray(String[]::new);
        words.clear();
        return rest;
    }

    /**
     * Call it when all arguments are taken.
     *
     * @throws UsageException if a word remains
     */
    public void end() {
        if (!words.isEmpty()) {
            throw new UsageException("unknown argument '" + words.get(0) + "'");
        }
    }

    private static int parse(String what, String word) {
        if (!word.matches("[1-9]\\d{0,8}")) {
            throw new UsageException(
                    what + " is a whole number above 0" + (word.isEmpty() ? "" : ", not '" + word + "'"));
        }
        return Integer.parseInt(word);
    }
}
