package dev.mortise.benchmarks.report;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.run.Findings;
import dev.mortise.benchmarks.run.Plan;
import dev.mortise.benchmarks.run.WorkerOptions;
import java.util.Locale;

/** The findings as a page of Markdown. */
final class Page {

    private Page() {}

    /**
     * The page.
     *
     * @param folder where chart and rounds are, seen from the page, with the slash at its end
     */
    static String markdown(Findings findings, Machine machine, String folder, Edition edition) {
        String name = edition.name();
        StringBuilder page = new StringBuilder();
        page.append("# Benchmarks\n\nWritten by `")
                .append(edition.command())
                .append("`; do not edit. All rounds: [")
                .append(name)
                .append(".json](")
                .append(folder)
                .append(name)
                .append(".json).\n\n## Bars\n\n")
                .append(Tables.bars(Bars.measured(findings)).forMarkdown())
                .append(failures(findings))
                .append("\n![Chart](")
                .append(folder)
                .append(name)
                .append(".svg)\n\n## How\n\n")
                .append(how(findings.plan()))
                .append("\n")
                .append(settings(findings))
                .append("\n## Machine and versions\n\n")
                .append(facts(machine))
                .append("\n## Figures\n\n")
                .append(READING);
        findings.scenarios()
                .forEach((scenario, all) -> page.append("\n### ")
                        .append(scenario.title())
                        .append("\n\n")
                        .append(scenario.story())
                        .append(".\n\n")
                        .append(ScenarioTable.of(all).forMarkdown()));
        findings.holds()
                .forEach((count, holds) -> page.append("\n### ")
                        .append(String.format(Locale.ROOT, "%,d holds under the watchdog%n%n", count))
                        .append(HOLDS)
                        .append(Tables.holds(holds).forMarkdown()));
        return page.toString();
    }

    private static String failures(Findings findings) {
        StringBuilder text = new StringBuilder();
        findings.failures()
                .forEach(series -> text.append("\nFailed in *")
                        .append(series.scenario().title())
                        .append("*: ")
                        .append(series.team().title())
                        .append(", ")
                        .append(series.failure())
                        .append(".\n"));
        return text.toString();
    }

    private static String how(Plan plan) {
        return String.format(
                Locale.ROOT,
                """
                One embedded Redis. Each entrant runs in processes of its own, all with the same options (`%s`), kept warm
                from scenario to scenario. A scenario has %d rounds of %d ms after a warm-up of %d ms, of new processes
                %d ms; in every round each entrant has its turn, in rotating order, and ratios are taken within a round. Redis and the processes share
                the machine's cores. Long rounds are %d of %d ms.

                In every round a word in memory that the processes share says who is inside a section, and a count that only
                the lock guards must equal the number of sections. A violation by Mortise ends the run with exit code 1. An
                entrant that fails, violates, or falls silent for two minutes is shown as failed.

                The order of fair locks is checked in a round before the timed ones: Redis tells by MONITOR what it runs, one
                script after the other, and a grant is out of order unless it goes to the one whose script came first of all
                that wait. Out of order by Mortise ends the run with exit code 1.

                *bare script and message* is the floor of a hand-over: one script that gives the key away and publishes, one
                message, one thread that was parked, measured in the same rounds and the same way.
                """,
                String.join(" ", WorkerOptions.JVM),
                plan.rounds(),
                plan.millis(),
                plan.warmUpMillis(),
                plan.newMillis(),
                plan.longRounds(),
                plan.longMillis());
    }

    private static String settings(Findings findings) {
        Grid grid = new Grid("entrant", "settings");
        for (Entrant entrant : findings.entrants()) {
            grid.row(entrant.title(), entrant.settings());
        }
        return grid.forMarkdown().replace("---:", "---");
    }

    private static String facts(Machine machine) {
        Grid grid = new Grid("", "");
        machine.facts().forEach(grid::row);
        machine.versions().forEach(grid::row);
        return grid.forMarkdown().replace("---:", "---");
    }

    private static final String READING = """
            Medians with [least–most] of the rounds. *Times better* is Mortise on Jedis against that row. *Commands* are calls of
            Redis commands for one operation, inside scripts too, *scripts* the calls of scripts among them, awaited or not;
            *Redis µs* and *client µs* are processor time for one operation. Waits are those of `lock()`, of all rounds together.
            *Shares* are the smallest and the largest part of the operations that a process, and a thread, had: 1 is a fair share.
            *Against the fewest* is each row against the first of the same entrant.
            """;

    private static final String HOLDS = """
            One thread of one process takes them, each by a lock object and a name of its own. First Redis publishes every change
            of a TTL, which shows each renewal: how much earlier (below 0) or later than a third of the lease of 30 s after the one
            before. Then nobody looks, and processor time is counted over whole periods of renewal. Heap is what is used after a
            collection, lock object and name included. Redis alone uses about 0.1 to 0.2 % of a core when idle.

            """;
}
