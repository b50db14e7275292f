package dev.mortise.benchmarks.report;

import dev.mortise.benchmarks.run.Findings;
import dev.mortise.benchmarks.run.Series;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Prints and writes findings. */
public final class Report {

    private Report() {}

    public static void print(List<Series> scenario, PrintStream out) {
        out.println("\n" + scenario.get(0).scenario().title());
        out.print(ScenarioTable.of(scenario).forTerminal());
    }

    public static void printCommands(List<Series> scenario, PrintStream out) {
        out.println("\nRedis commands of an uncontended pair");
        out.print(Tables.commands(scenario).forTerminal());
    }

    public static void printHolds(Findings findings, PrintStream out) {
        findings.holds().forEach((count, holds) -> {
            out.println("\n" + count + " holds under the watchdog");
            out.print(Tables.holds(holds).forTerminal());
        });
    }

    public static void printBars(Findings findings, PrintStream out) {
        out.println();
        out.print(Tables.bars(Bars.measured(findings)).forTerminal());
        findings.failures()
                .forEach(series -> out.println("FAILED in '" + series.scenario().title() + "': "
                        + series.team().title() + ": " + series.failure()));
    }

    /**
     * Writes the page, and beside it a folder with the chart and all rounds.
     *
     * @return the page
     */
    public static Path write(Findings findings, Machine machine, Path folder, Edition edition) throws IOException {
        Path details = folder.resolve("benchmarks");
        Files.createDirectories(details);
        Files.writeString(details.resolve(edition.name() + ".json"), Protocol.json(findings, machine));
        if (!findings.scenarios().isEmpty()) {
            Files.writeString(details.resolve(edition.name() + ".svg"), Chart.of(findings.scenarios()));
        }
        return Files.writeString(
                folder.resolve(edition.page()), Page.markdown(findings, machine, "benchmarks/", edition));
    }
}
