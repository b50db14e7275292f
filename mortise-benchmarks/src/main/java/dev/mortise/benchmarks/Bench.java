package dev.mortise.benchmarks;

import dev.mortise.benchmarks.before.BeforeBench;
import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.program.Program;
import dev.mortise.benchmarks.report.Machine;
import dev.mortise.benchmarks.report.Report;
import dev.mortise.benchmarks.run.Findings;
import dev.mortise.benchmarks.run.Ground;
import dev.mortise.benchmarks.run.HoldSample;
import dev.mortise.benchmarks.run.HoldsRun;
import dev.mortise.benchmarks.run.Plan;
import dev.mortise.benchmarks.run.Rounds;
import dev.mortise.benchmarks.run.Scenario;
import dev.mortise.benchmarks.run.Series;
import dev.mortise.benchmarks.run.ViolationException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** {@code ./dev bench}: Mortise beside its peers and the floors, on an embedded Redis. */
public final class Bench {

    private static final int VIOLATED = 1;
    private static final int MISUSED = 2;
    private static final int COULD_NOT_RUN = 3;

    private final Options options;
    private final Plan plan;
    private final PrintStream out;
    private final Progress progress;

    private Bench(Options options, PrintStream out) {
        this.options = options;
        this.plan = options.quick() ? Plan.quick() : Plan.full();
        this.out = out;
        this.progress = progress(out);
    }

    /** Runs the scenarios named, or those that are run by default. */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (BeforeBench.isWanted(args) && !Help.isWanted(args)) {
            Progress progress = progress(out);
            System.exit(BeforeBench.run(args, root(), out, progress, progress::done));
        }
        Options options;
        try {
            options = Options.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println("dev bench: " + e.getMessage() + "; see ./dev bench --help");
            System.exit(MISUSED);
            return;
        }
        if (options.help()) {
            out.print(Help.text());
            return;
        }
        try {
            if (new Bench(options, out).run().hasOurFailure()) {
                System.err.println("Mortise failed: see above");
                System.exit(COULD_NOT_RUN);
            }
        } catch (ViolationException e) {
            System.err.println("VIOLATION: " + e.getMessage());
            System.exit(VIOLATED);
        } catch (IOException | InterruptedException | RuntimeException e) {
            System.err.println("dev bench: could not run: " + Program.describe(e));
            System.exit(COULD_NOT_RUN);
        }
    }

    private static Progress progress(PrintStream out) {
        return new Progress(out, System.getProperty("mortise.style", "plain"));
    }

    private static Path root() {
        return Path.of(System.getProperty("mortise.root", ""));
    }

    private Findings run() throws IOException, InterruptedException {
        try (Ground ground = Ground.prepare()) {
            Map<Scenario, List<Series>> scenarios = scenarios(ground);
            Map<Integer, Map<Entrant, List<HoldSample>>> holds = new TreeMap<>();
            for (int count : options.holds()) {
                holds.put(count, new HoldsRun(ground, plan, count, progress).run());
            }
            Findings findings = new Findings(plan, scenarios, holds);
            progress.done();
            if (!holds.isEmpty()) {
                Report.printHolds(findings, out);
            }
            if (!scenarios.isEmpty() || !holds.isEmpty()) {
                Report.printBars(findings, out);
                write(findings, ground.server().version());
            }
            return findings;
        }
    }

    private Map<Scenario, List<Series>> scenarios(Ground ground) throws InterruptedException {
        Map<Scenario, List<Series>> scenarios = new EnumMap<>(Scenario.class);
        try (Rounds rounds = new Rounds(ground, plan, progress)) {
            if (options.commands()) {
                List<Series> one = rounds.runOnce(Scenario.SOLO);
                progress.done();
                Report.printCommands(one, out);
            }
            for (Scenario scenario : options.scenarios()) {
                List<Series> all = rounds.run(scenario);
                scenarios.put(scenario, all);
                progress.done();
                Report.print(all, out);
            }
        }
        return scenarios;
    }

    private void write(Findings findings, String redis) throws IOException {
        Path root = root();
        Path build = root.resolve("mortise-benchmarks").resolve("target").resolve("bench");
        Path folder =
                Objects.requireNonNullElse(options.out(), options.edition().isKept() ? root.resolve("docs") : build);
        out.println("\nWritten: " + Report.write(findings, Machine.here(redis, root), folder, options.edition()));
    }
}
