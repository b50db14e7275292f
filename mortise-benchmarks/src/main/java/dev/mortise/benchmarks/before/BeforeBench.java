package dev.mortise.benchmarks.before;

import dev.mortise.benchmarks.run.ViolationException;
import dev.mortise.benchmarks.run.WorkerFailedException;
import dev.mortise.tck.server.RedisServer;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * {@code bench --before}: measures another commit and the working tree in turn and says whether the change made Mortise
 * slower.
 */
public final class BeforeBench {

    private static final String FILE = "before.csv";
    private static final int VIOLATED = 1;
    private static final int MISUSED = 2;
    private static final int COULD_NOT_RUN = 3;

    private static final Meter.Clock CLOCK = new Meter.Clock(1_500, 600);
    private static final long WARM_UP_OF_COUNTERS_MILLIS = 1_500;

    private final BeforeOptions options;
    private final Path root;
    private final Path folder;
    private final PrintStream out;
    private final Consumer<String> progress;
    private final Runnable progressDone;

    private BeforeBench(
            BeforeOptions options, Path root, PrintStream out, Consumer<String> progress, Runnable progressDone) {
        this.options = options;
        this.root = root;
        this.folder = root.resolve("mortise-benchmarks").resolve("target").resolve("bench");
        this.out = out;
        this.progress = progress;
        this.progressDone = progressDone;
    }

    /** Whether a command line of {@code bench} asks for this. */
    public static boolean isWanted(String... args) {
        return BeforeOptions.apply(args);
    }

    /**
     * Runs the command and prints what it finds.
     *
     * @param root the source tree
     * @param progress prints the progress
     * @param progressDone called before anything else is printed
     * @return the exit code
     */
    public static int run(String[] args, Path root, PrintStream out, Consumer<String> progress, Runnable progressDone) {
        BeforeOptions options;
        try {
            options = BeforeOptions.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage());
            return MISUSED;
        }
        Scratch scratch;
        try {
            scratch = Scratch.open();
        } catch (CannotCompareException e) {
            return report(e);
        }
        try (scratch) {
            new BeforeBench(options, root.toAbsolutePath(), out, progress, progressDone).run(scratch);
            return 0;
        } catch (IOException | RuntimeException | InterruptedException e) {
            if (scratch.isJvmEnding()) {
                // The user has pressed Ctrl-C, and the failure is that the workers have ended, too.
                return COULD_NOT_RUN;
            }
            progressDone.run();
            return report(e);
        }
    }

    private static int report(Exception e) {
        if (e instanceof ViolationException) {
            System.err.println("VIOLATION: " + e.getMessage());
            return VIOLATED;
        }
        boolean isExplained = e instanceof CannotCompareException || e instanceof WorkerFailedException;
        System.err.println("bench: " + (isExplained ? e.getMessage() : e.toString()));
        return COULD_NOT_RUN;
    }

    private void run(Scratch scratch) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Checkout checkout = new Checkout(root, scratch, "mvn");
        String commit = checkout.resolve(options.commit());
        Files.createDirectories(folder);
        out.println("before: " + checkout.describe(commit));
        out.println("after:  " + checkout.describeTree());
        // The copy comes first, so that nothing that is built meanwhile changes what is measured.
        Library after = Library.builtIn(root).copiedTo(scratch.subfolder("after"));
        progress.accept("Building " + options.commit());
        Library before = checkout.build(commit, folder.resolve("before-build.log"));
        Map<Rival, Library> libraries = new EnumMap<>(Rival.class);
        libraries.put(
                Rival.BEFORE, WorkerCompiler.compile(options.commit(), before, scratch.subfolder("worker-before")));
        Library compiled = WorkerCompiler.compile("the working tree", after, scratch.subfolder("worker-after"));
        libraries.put(Rival.AFTER, compiled);
        libraries.put(Rival.AFTER_AGAIN, compiled);

        Results results = options.counters() ? count(libraries, scratch) : time(libraries, scratch);
        progressDone.run();
        out.println();
        out.print(
                options.counters()
                        ? BeforeReport.counters(results, options.workloads())
                        : BeforeReport.rates(results, options.workloads()));
        keep(results);
        out.printf(
                "%nRounds: %d, in %d s. Each of them: %s%n",
                options.rounds(), seconds(start), root.relativize(folder.resolve(FILE)));
    }

    /** Writes all rounds so far, so that a failure or Ctrl-C does not lose them. */
    private void keep(Results results) {
        try {
            Files.writeString(folder.resolve(FILE), results.csv());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + folder.resolve(FILE), e);
        }
    }

    private static long seconds(long start) {
        return Math.round((System.nanoTime() - start) / 1e9);
    }

    private Results time(Map<Rival, Library> libraries, Scratch scratch) throws InterruptedException {
        try (Arena arena = new Arena(RedisServer.start(), scratch)) {
            return rounds("", CLOCK, arena, libraries, new Results());
        }
    }

    private Results count(Map<Rival, Library> libraries, Scratch scratch) throws InterruptedException {
        Results results;
        try (Arena arena = new Arena(RedisServer.start(), scratch)) {
            Meter counters = new Meter.Counters(arena, WARM_UP_OF_COUNTERS_MILLIS);
            results = rounds("counters, ", counters, arena, libraries, new Results());
        }
        if (!Callgrind.isInstalled()) {
            progressDone.run();
            out.println("Server instructions are left out: valgrind is not installed.");
            return results;
        }
        Callgrind callgrind = Callgrind.start(scratch);
        try (Arena arena = new Arena(callgrind.server(), scratch)) {
            results.addAll(rounds("instructions, ", new Meter.Instructions(callgrind), arena, libraries, results));
        }
        return results;
    }

    /** Runs the rounds, and keeps each of them together with what was found earlier. */
    private Results rounds(String what, Meter meter, Arena arena, Map<Rival, Library> libraries, Results earlier)
            throws InterruptedException {
        int processes =
                options.workloads().stream().mapToInt(Workload::processes).max().orElse(1);
        Consumer<Results> keepAll = found -> {
            Results all = new Results();
            all.addAll(earlier);
            all.addAll(found);
            keep(all);
        };
        return new PairedRounds(options.workloads(), options.rounds(), progress, keepAll)
                .run(
                        what,
                        rival -> meter.contestant(
                                new RivalCrew(rival, Objects.requireNonNull(libraries.get(rival)), arena, processes)));
    }
}
