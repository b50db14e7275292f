package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Who takes part in a scenario, and with how many.
 *
 * @param nodes clients of a process
 * @param threads of each node
 * @param title how tables call it
 */
public record Team(Entrant entrant, int processes, int nodes, int threads, String title) {

    /** Each of them with the same number of processes and threads, one node a process. */
    static List<Team> each(List<Entrant> entrants, int processes, int threads) {
        return entrants.stream()
                .map(entrant -> new Team(entrant, processes, 1, threads, entrant.title()))
                .toList();
    }

    /** Each of them with a growing number of threads in one process. */
    static List<Team> growingThreads(List<Entrant> entrants, int... sizes) {
        return growing(
                entrants,
                sizes,
                entrant -> threads -> new Team(entrant, 1, 1, threads, entrant.title() + ", " + threads + " threads"));
    }

    /** Each of them with a growing number of processes. */
    static List<Team> growingProcesses(List<Entrant> entrants, int threads, int... sizes) {
        return growing(
                entrants,
                sizes,
                entrant -> processes ->
                        new Team(entrant, processes, 1, threads, entrant.title() + ", " + processes + " × " + threads));
    }

    /** One entrant with a growing number of nodes that wait while one more has the lock, all in one process. */
    static List<Team> growingNodes(Entrant entrant, int threads, int... waiting) {
        return growing(
                List.of(entrant),
                waiting,
                one -> nodes -> new Team(one, 1, nodes + 1, threads, nodes + " waiting nodes"));
    }

    /** All threads of it. */
    public int everybody() {
        return processes * nodes * threads;
    }

    private interface Growth {
        IntFunction<Team> of(Entrant entrant);
    }

    private static List<Team> growing(List<Entrant> entrants, int[] sizes, Growth growth) {
        Stream<Team> teams =
                entrants.stream().flatMap(entrant -> Arrays.stream(sizes).mapToObj(growth.of(entrant)));
        return teams.toList();
    }
}
