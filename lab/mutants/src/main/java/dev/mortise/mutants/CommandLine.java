package dev.mortise.mutants;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for; {@code help.txt} explains it.
 *
 * @param changed whether only the mutants of a change are wanted
 * @param base the commit before that change; null: not named
 */
record CommandLine(
        Action action,
        boolean trusted,
        List<String> subjects,
        List<String> names,
        boolean changed,
        @Nullable String base,
        int most) {

    private static final int MOST = 20;

    CommandLine {
        subjects = List.copyOf(subjects);
        names = List.copyOf(names);
    }

    enum Action {
        HELP,
        LIST,
        CHECK,
        TRY
    }

    /** @throws IllegalArgumentException if an option is unknown, lacks its value or contradicts another */
    static CommandLine parse(String... arguments) {
        Action action = Action.TRY;
        boolean trusted = false;
        List<String> subjects = new ArrayList<>();
        List<String> names = new ArrayList<>();
        boolean changed = false;
        String base = null;
        int most = 0;
        for (int i = 0; i < arguments.length; i++) {
            String next = i + 1 < arguments.length && !arguments[i + 1].startsWith("-") ? arguments[i + 1] : null;
            switch (arguments[i]) {
                case "--help", "-h" -> action = Action.HELP;
                case "--list" -> action = action == Action.TRY ? Action.LIST : action;
                case "--check" -> action = action == Action.TRY ? Action.CHECK : action;
                case "--trusted" -> trusted = true;
                case "--subject" -> {
                    subjects.add(required("--subject", next));
                    i++;
                }
                case "--changed" -> {
                    changed = true;
                    base = next;
                    i += next == null ? 0 : 1;
                }
                case "--most" -> {
                    most = number("--most", required("--most", next));
                    i++;
                }
                default -> names.add(name(arguments[i]));
            }
        }
        if (changed && !(subjects.isEmpty() && names.isEmpty())) {
            throw new IllegalArgumentException("--changed chooses the mutants itself: leave subjects and names out");
        }
        if (most > 0 && !changed) {
            throw new IllegalArgumentException("--most needs --changed");
        }
        return new CommandLine(action, trusted, subjects, names, changed, base, most == 0 ? MOST : most);
    }

    private static String required(String option, @Nullable String value) {
        if (value == null) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return value;
    }

    private static int number(String option, String value) {
        if (!value.matches("[1-9][0-9]{0,5}")) {
            throw new IllegalArgumentException(option + " needs a number from 1, not '" + value + "'");
        }
        return Integer.parseInt(value);
    }

    private static String name(String argument) {
        if (argument.startsWith("-")) {
            throw new IllegalArgumentException("unknown option " + argument);
        }
        return argument;
    }
}
