package dev.mortise.mutants;

import dev.mortise.mutants.CommandLine.Action;
import dev.mortise.mutants.History.Change;
import dev.mortise.mutants.Mutant.TestName;
import dev.mortise.mutants.ScratchCopy.Verdict;
import dev.mortise.mutants.Selection.Chosen;
import dev.mortise.mutants.SourceTree.TestSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Breaks the code on purpose, one {@link Mutant} at a time, and fails if the test that guards it still passes. The system
 * property {@code mortise.root} names the source tree.
 */
public final class Mutants {

    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    private static final int COULD_NOT_RUN = 3;

    /** A mutant survives if so many runs of its test pass; unbroken code is broken if so many fail. */
    private static final int RUNS = 3;

    private final Path root;
    private final PrintStream out;
    private final SourceTree sources;
    private final Set<TestName> green = new HashSet<>();

    private Mutants(Path root, PrintStream out) throws IOException {
        this.root = root;
        this.out = out;
        this.sources = new SourceTree(root);
    }

    public static void main(String... arguments) {
        System.exit(run(arguments));
    }

    private static int run(String... arguments) {
        try {
            CommandLine asked = CommandLine.parse(arguments);
            if (asked.action() == Action.HELP) {
                System.out.print(help());
                return 0;
            }
            String home = System.getProperty("mortise.root");
            if (home == null || !Files.isDirectory(Path.of(home, MutantFile.FOLDER))) {
                throw new IOException("start this program with ./dev mutants");
            }
            return new Mutants(Path.of(home).toRealPath(), System.out).run(asked);
        } catch (IllegalArgumentException e) {
            return fail(WRONG_USAGE, e.getMessage() + "; see ./dev mutants --help");
        } catch (BadMutantException e) {
            return fail(FAILED, e.getMessage());
        } catch (IOException e) {
            return fail(COULD_NOT_RUN, e.getMessage());
        }
    }

    private static int fail(int code, @Nullable String message) {
        System.err.println("mutants: " + message);
        return code;
    }

    private static String help() throws IOException {
        try (InputStream text = Objects.requireNonNull(Mutants.class.getResourceAsStream("help.txt"))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private int run(CommandLine asked) throws IOException, BadMutantException {
        List<Mutant> chosen = choose(asked, MutantFile.readAll(root));
        if (asked.action() == Action.LIST) {
            if (!asked.changed()) {
                list(chosen);
            }
            return 0;
        }
        long began = System.nanoTime();
        int bad = 0;
        try (ScratchCopy copy = new ScratchCopy(root)) {
            build(copy, chosen);
            for (Mutant mutant : chosen) {
                Trial trial = attempt(mutant, copy, asked);
                out.printf("%-9s %-38s %s%n", trial.word, mutant.name(), trial.details);
                bad += trial.isGood ? 0 : 1;
            }
        }
        long seconds = (System.nanoTime() - began) / 1_000_000_000;
        out.printf("%d mutants in %d s: %d survived or broken%n", chosen.size(), seconds, bad);
        return bad == 0 ? 0 : FAILED;
    }

    private void list(List<Mutant> chosen) {
        for (Mutant each : chosen) {
            out.printf("%-38s %s%n%38s %s: %s%n", each.name(), each.breaks(), "", each.subject(), each.test());
        }
    }

    private List<Mutant> choose(CommandLine asked, List<Mutant> all) throws IOException {
        if (asked.changed()) {
            return chooseChanged(asked, all);
        }
        require("subject", asked.subjects(), all, Mutant::subject);
        require("mutant", asked.names(), all, Mutant::name);
        boolean everything = asked.subjects().isEmpty() && asked.names().isEmpty();
        return all.stream()
                .filter(each -> everything
                        || asked.subjects().contains(each.subject())
                        || asked.names().contains(each.name()))
                .toList();
    }

    private static void require(String what, List<String> wanted, List<Mutant> all, Function<Mutant, String> property) {
        for (String each : wanted) {
            if (all.stream().noneMatch(mutant -> property.apply(mutant).equals(each))) {
                throw new IllegalArgumentException("there is no " + what + " '" + each + "'; --list shows them");
            }
        }
    }

    private List<Mutant> chooseChanged(CommandLine asked, List<Mutant> all) throws IOException {
        String named = asked.base() != null ? asked.base() : System.getenv("MORTISE_BASE");
        String base = named == null || named.isEmpty() ? null : named;
        History history = new History(root);
        if (base == null && history.isCutOff()) {
            out.printf(
                    "This clone is shallow and has fewer than %d commits: a full clone may choose others%n",
                    History.COMMITS);
        }
        Change change = history.since(base);
        Selection selection = Selection.of(change, all, sources, asked.most());
        out.printf(
                "Since %.12s %d files have changed, which calls for %d of %d mutants. Chosen for %.12s:%n",
                change.base(), change.files().size(), selection.candidates(), all.size(), change.head());
        for (Chosen each : selection.chosen()) {
            out.printf("  %-38s %s%n", each.mutant().name(), each.reason());
        }
        return selection.chosen().stream().map(Chosen::mutant).toList();
    }

    private void build(ScratchCopy copy, List<Mutant> chosen) throws IOException {
        Set<String> modules = new TreeSet<>();
        for (Mutant mutant : chosen) {
            String module = mutant.test().module();
            if (Files.exists(root.resolve(module).resolve("pom.xml"))) {
                modules.add(module);
            }
        }
        out.println("Building " + String.join(", ", modules) + " in a scratch copy");
        if (!modules.isEmpty()) {
            copy.build(modules);
        }
    }

    /** How a mutant did. */
    private record Trial(boolean isGood, String word, String details) {}

    private Trial attempt(Mutant mutant, ScratchCopy copy, CommandLine asked) throws IOException {
        TestName test = mutant.test();
        try {
            Map<Path, String> texts = sources.apply(mutant);
            TestSource source = sources.test(test);
            if (asked.action() == Action.CHECK) {
                copy.breakCode(texts, test.module());
                return new Trial(true, "compiles", String.join(" ", names(texts)));
            }
            if (!asked.trusted() && !passes(test, source, copy)) {
                throw new BadMutantException("its test fails on the unbroken code: " + test);
            }
            copy.breakCode(texts, test.module());
            return verdict(test, source, copy);
        } catch (BadMutantException e) {
            return new Trial(false, "BROKEN", String.valueOf(e.getMessage()));
        }
    }

    private static List<String> names(Map<Path, String> texts) {
        return texts.keySet().stream()
                .map(file -> String.valueOf(file.getFileName()))
                .toList();
    }

    /** Whether a test passes, or cannot run, without a mutant. */
    private boolean passes(TestName test, TestSource source, ScratchCopy copy) throws IOException {
        if (green.contains(test)) {
            return true;
        }
        for (int run = 1; run <= RUNS; run++) {
            Verdict verdict = copy.test(test, source.type(), false);
            if (verdict == Verdict.PASSED || verdict == Verdict.CANNOT_RUN) {
                green.add(test);
                return true;
            }
            out.printf("          run %d of %d on the unbroken code has failed: %s%n", run, RUNS, test);
        }
        return false;
    }

    private static Trial verdict(TestName test, TestSource source, ScratchCopy copy)
            throws IOException, BadMutantException {
        for (int run = 1; run <= RUNS; run++) {
            String luck = run == 1 ? "" : " (at try " + run + ": the test depends on luck)";
            switch (copy.test(test, source.type(), true)) {
                case FAILED -> {
                    return new Trial(true, "killed", test + luck);
                }
                case HUNG -> {
                    return new Trial(true, "killed", test + " (it hung)" + luck);
                }
                case CANNOT_RUN -> {
                    return new Trial(true, "left out", "its test cannot run here: " + test);
                }
                case MISMATCHED ->
                    throw new BadMutantException("classes that were not edited must be compiled with it: " + test);
                case NO_TEST -> throw new BadMutantException("there is no such test, or it cannot start: " + test);
                case PASSED -> {}
            }
        }
        return new Trial(false, "SURVIVED", test.toString());
    }
}
