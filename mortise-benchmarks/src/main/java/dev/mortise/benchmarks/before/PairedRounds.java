package dev.mortise.benchmarks.before;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The order of a run. Each round opens all rivals, warms them up in each workload, and then measures each workload. In a
 * workload the rivals take their turns forth and back, twice (A B C C B A A B C C B A), and the median of the four turns is
 * the figure of the round. So a steady drift of the machine hits all alike, and a short disturbance hits none. The next
 * round begins with the next rival. A rival that has no turn is idle.
 */
final class PairedRounds {

    /** One rival in one round. */
    interface Contestant extends AutoCloseable {

        void warmUp(Workload workload) throws InterruptedException;

        Map<Figure, Double> measure(Workload workload) throws InterruptedException;

        @Override
        void close();
    }

    /** Opens a rival for a round. */
    interface Entrance {
        Contestant open(Rival rival);
    }

    private static final int PASSES = 4;

    private final Collection<Workload> workloads;
    private final int rounds;
    private final Consumer<String> progress;
    private final Consumer<Results> roundDone;

    /**
     * Rounds that all measure these workloads.
     *
     * @param roundDone receives what was found so far after each round
     */
    PairedRounds(Collection<Workload> workloads, int rounds, Consumer<String> progress, Consumer<Results> roundDone) {
        this.workloads = workloads;
        this.rounds = rounds;
        this.progress = progress;
        this.roundDone = roundDone;
    }

    Results run(String what, Entrance entrance) throws InterruptedException {
        Results results = new Results();
        List<Rival> order = new ArrayList<>(List.of(Rival.values()));
        for (int round = 1; round <= rounds; round++) {
            String title = what + "round " + round + " of " + rounds + ": ";
            List<Seat> seats = new ArrayList<>();
            try {
                for (Rival rival : order) {
                    seats.add(new Seat(rival, entrance.open(rival)));
                }
                progress.accept(title + "warm-up");
                for (Workload workload : workloads) {
                    for (Seat seat : seats) {
                        seat.contestant().warmUp(workload);
                    }
                }
                for (Workload workload : workloads) {
                    progress.accept(title + workload.title());
                    measure(workload, seats, results);
                }
            } finally {
                seats.forEach(seat -> seat.contestant().close());
            }
            roundDone.accept(results);
            Collections.rotate(order, -1);
        }
        return results;
    }

    private record Seat(Rival rival, Contestant contestant) {}

    private static void measure(Workload workload, List<Seat> seats, Results results) throws InterruptedException {
        List<Seat> back = new ArrayList<>(seats);
        Collections.reverse(back);
        Results turns = new Results();
        for (int pass = 0; pass < PASSES; pass++) {
            for (Seat seat : pass % 2 == 0 ? seats : back) {
                Map<Figure, Double> turn = seat.contestant().measure(workload);
                turn.forEach((figure, value) -> turns.add(workload, figure, seat.rival(), value));
            }
        }
        results.addMedians(turns);
    }
}
