package dev.mortise.mutants;

import dev.mortise.mutants.History.Change;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The mutants that a change calls for: those whose edited files, tests or texts have changed. If they are too many, the
 * commit that is checked out decides which ones are tried, so two runs of one commit try the same. If there is none, the
 * commit chooses some of all mutants.
 *
 * @param ranked all mutants, in the order in which they are tried until as many as wanted could be tried
 * @param candidates how many the change calls for
 */
record Selection(List<Chosen> ranked, int wanted, int candidates) {

    /** So many are chosen if the change calls for none. */
    static final int WITHOUT_CANDIDATES = 10;

    Selection {
        ranked = List.copyOf(ranked);
    }

    /** A mutant and the reason why it is tried. */
    record Chosen(Mutant mutant, String reason) {}

    static Selection of(Change change, List<Mutant> mutants, SourceTree sources, int most) throws IOException {
        List<Chosen> candidates = new ArrayList<>();
        List<Chosen> others = new ArrayList<>();
        for (Mutant mutant : mutants) {
            String reason = reason(mutant, change, sources);
            if (reason != null) {
                candidates.add(new Chosen(mutant, reason));
            } else {
                others.add(new Chosen(mutant, "chosen by the commit"));
            }
        }
        int wanted = Math.min(most, candidates.isEmpty() ? WITHOUT_CANDIDATES : candidates.size());
        Comparator<Chosen> byRank = Comparator.comparing(each -> rank(change.head(), each.mutant()));
        List<Chosen> ranked = Stream.concat(
                        candidates.stream().sorted(byRank), others.stream().sorted(byRank))
                .toList();
        return new Selection(ranked, Math.min(wanted, ranked.size()), candidates.size());
    }

    /** The mutants that are tried if each of their tests can run. */
    List<Chosen> chosen() {
        return ranked.subList(0, wanted);
    }

    private static @Nullable String reason(Mutant mutant, Change change, SourceTree sources) throws IOException {
        try {
            for (Edit edit : mutant.edits()) {
                if (change.files().contains(sources.fileNamed(edit.file()))) {
                    return edit.file() + " has changed";
                }
            }
            for (Path file : sources.test(mutant.test()).files()) {
                if (change.files().contains(file)) {
                    return "its test in " + file.getFileName() + " has changed";
                }
            }
        } catch (BadMutantException e) {
            return "out of date";
        }
        List<Mutant> before = change.mutantsBefore();
        // A base without any mutants has them in another form: that says nothing about one of them.
        boolean same = before.isEmpty()
                || before.stream().anyMatch(each -> each.name().equals(mutant.name()) && each.hasTextOf(mutant));
        return same ? null : "its text has changed";
    }

    private static String rank(String commit, Mutant mutant) {
        try {
            byte[] text = (commit + " " + mutant.name()).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
