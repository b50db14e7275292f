package dev.mortise.mutants;

import dev.mortise.mutants.CommandLine.Action;
import dev.mortise.mutants.History.Change;
import dev.mortise.mutants.Mutant.TestName;
import dev.mortise.mutants.ScratchCopy.Verdict;
import dev.mortise.mutants.Selection.Chosen;
import dev.mortise.mutants.SourceTree.TestSource;
import dev.mortise.mutants.Trial.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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

    /** The environment variable that adds stack traces to errors. */
    private static final String TRACE = "MORTISE_TRACE";

    private final Path root;
    private final PrintStream out;
    private final SourceTree sources;
    private final Map<TestName, Verdict> unbroken = new HashMap<>();
    private final Set<String> built = new HashSet<>();

    private Mutants(Path root, PrintStream out) throws IOException {
        this.root = root;
        this.out = out;
        this.sources = new SourceTree(root);
    }

    public static void main(String... arguments) {
        System.exit(exitCode(() -> run(arguments), System.err));
    }

    private static int run(String... arguments) throws IOException, BadMutantException {
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
    }

    /** A run of the program, which returns its exit code. */
    @FunctionalInterface
    interface Invocation {
        int run() throws IOException, BadMutantException;
    }

    /** Runs the program and returns its exit code, also after an exception, which it reports. */
    static int exitCode(Invocation program, PrintStream errors) {
        try {
            return program.run();
        } catch (IllegalArgumentException e) {
            return fail(errors, WRONG_USAGE, e.getMessage() + "; see ./dev mutants --help");
        } catch (BadMutantException e) {
            return fail(errors, FAILED, e.getMessage());
        } catch (IOException e) {
            return couldNotRun(errors, e.getMessage(), e);
        } catch (RuntimeException e) {
            String text = e.toString().replaceAll("\\s*\\R\\s*", " ");
            String hint = isTraced() ? "" : " (" + TRACE + "=1 prints the stack trace)";
            return couldNotRun(errors, "could not run: " + text + hint, e);
        }
    }

    private static int couldNotRun(PrintStream errors, @Nullable String message, Exception failure) {
        int code = fail(errors, COULD_NOT_RUN, message);
        if (isTraced()) {
            failure.printStackTrace(errors);
        }
        return code;
    }

    private static boolean isTraced() {
        return System.getenv(TRACE) != null;
    }

    private static int fail(PrintStream errors, int code, @Nullable String message) {
        errors.println("mutants: " + message);
        return code;
    }

    private static String help() throws IOException {
        try (InputStream text = Objects.requireNonNull(Mutants.class.getResourceAsStream("help.txt"))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private int run(CommandLine asked) throws IOException, BadMutantException {
        Choice choice = choose(asked, MutantFile.readAll(root));
        if (asked.action() == Action.LIST) {
            list(choice.chosen());
            return 0;
        }
        long began = System.nanoTime();
        int tried = 0;
        int bad = 0;
        int leftOut = 0;
        try (ScratchCopy copy = new ScratchCopy(root)) {
            build(copy, choice.chosen());
            for (Mutant mutant : choice.mutants()) {
                if (tried == choice.wanted()) {
                    break;
                }
                build(copy, List.of(mutant));
                Trial trial = attempt(mutant, copy, asked);
                out.printf("%-9s %-38s %s%n", trial.outcome(), mutant.name(), trial.details());
                if (trial.outcome() == Outcome.LEFT_OUT) {
                    leftOut++;
                } else {
                    tried++;
                    bad += trial.outcome().isBad() ? 1 : 0;
                }
            }
        }
        long seconds = (System.nanoTime() - began) / 1_000_000_000;
        out.printf("%d mutants in %d s: %d survived or broken, %d left out%n", tried, seconds, bad, leftOut);
        if (bad > 0) {
            return FAILED;
        }
        // A change tries others instead of those that are left out. Otherwise not all that were asked for are killed.
        return leftOut == 0 || (asked.changed() && tried > 0) ? 0 : COULD_NOT_RUN;
    }

    /**
     * What is tried.
     *
     * @param mutants in their order, and after the chosen ones those that are tried in place of one that is left out
     */
    private record Choice(List<Mutant> mutants, int wanted) {
        List<Mutant> chosen() {
            return mutants.subList(0, wanted);
        }
    }

    private void list(List<Mutant> chosen) {
        for (Mutant each : chosen) {
            out.printf("%-38s %s%n%38s %s: %s%n", each.name(), each.breaks(), "", each.subject(), each.test());
        }
    }

    private Choice choose(CommandLine asked, List<Mutant> all) throws IOException {
        if (asked.changed()) {
            return chooseChanged(asked, all);
        }
        require("subject", asked.subjects(), all, Mutant::subject);
        require("mutant", asked.names(), all, Mutant::name);
        boolean everything = asked.subjects().isEmpty() && asked.names().isEmpty();
        List<Mutant> chosen = all.stream()
                .filter(each -> everything
                        || asked.subjects().contains(each.subject())
                        || asked.names().contains(each.name()))
                .toList();
        return new Choice(chosen, chosen.size());
    }

    private static void require(String what, List<String> wanted, List<Mutant> all, Function<Mutant, String> property) {
        for (String each : wanted) {
            if (all.stream().noneMatch(mutant -> property.apply(mutant).equals(each))) {
                throw new IllegalArgumentException("there is no " + what + " '" + each + "'; --list shows them");
            }
        }
    }

    private Choice chooseChanged(CommandLine asked, List<Mutant> all) throws IOException {
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
        return new Choice(selection.ranked().stream().map(Chosen::mutant).toList(), selection.wanted());
    }

    private void build(ScratchCopy copy, List<Mutant> chosen) throws IOException {
        Set<String> modules = new TreeSet<>();
        for (Mutant mutant : chosen) {
            String module = mutant.test().module();
            if (Files.exists(root.resolve(module).resolve("pom.xml"))) {
                modules.add(module);
            }
        }
        modules.removeAll(built);
        if (!modules.isEmpty()) {
            out.println("Building " + String.join(", ", modules) + " in a scratch copy");
            copy.build(modules);
            built.addAll(modules);
        }
    }

    private Trial attempt(Mutant mutant, ScratchCopy copy, CommandLine asked) throws IOException {
        TestName test = mutant.test();
        try {
            Map<Path, String> texts = sources.apply(mutant);
            TestSource source = sources.test(test);
            if (asked.action() == Action.CHECK) {
                copy.breakCode(texts, test.module());
                return new Trial(Outcome.COMPILES, String.join(" ", names(texts)));
            }
            Verdict unbroken = asked.trusted() ? null : unbroken(test, source, copy);
            if (unbroken == Verdict.FAILED) {
                return new Trial(Outcome.BROKEN, "its test fails on the unbroken code: " + test).with(copy.lastLines());
            }
            copy.breakCode(texts, test.module());
            Trial trial = Trial.of(test, unbroken, () -> copy.test(test, source.type(), true));
            return trial.outcome() == Outcome.BROKEN ? trial.with(copy.lastLines()) : trial;
        } catch (BadMutantException e) {
            return new Trial(Outcome.BROKEN, String.valueOf(e.getMessage()));
        }
    }

    private static List<String> names(Map<Path, String> texts) {
        return texts.keySet().stream()
                .map(file -> String.valueOf(file.getFileName()))
                .toList();
    }

    /** How a test ends without a mutant: it passes, it cannot run, or it fails each time. */
    private Verdict unbroken(TestName test, TestSource source, ScratchCopy copy) throws IOException {
        Verdict known = unbroken.get(test);
        if (known != null) {
            return known;
        }
        for (int run = 1; run <= Trial.RUNS; run++) {
            Verdict verdict = copy.test(test, source.type(), false);
            if (verdict == Verdict.PASSED || verdict == Verdict.CANNOT_RUN) {
                unbroken.put(test, verdict);
                return verdict;
            }
            out.printf("          run %d of %d on the unbroken code has failed: %s%n", run, Trial.RUNS, test);
        }
        return Verdict.FAILED;
    }
}
