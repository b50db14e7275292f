package dev.mortise.benchmarks.before;

import dev.mortise.benchmarks.run.Exclusion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The processes of one rival for one round. */
final class RivalCrew implements AutoCloseable {

    private static final long PATIENCE_MILLIS = 120_000;

    private final Rival rival;
    private final Arena arena;
    private final List<RivalProcess> processes = new ArrayList<>();
    private boolean connected;

    /** Starts so many processes, and does not wait for them. */
    RivalCrew(Rival rival, Library library, Arena arena, int count) {
        this.rival = rival;
        this.arena = arena;
        for (int number = 1; number <= count; number++) {
            List<String> arguments =
                    List.of(arena.server().uri(), arena.pageFile().toString(), "bench:" + rival.letter(), "" + number);
            String name = rival.title() + " " + number;
            processes.add(RivalProcess.start(name, library, arena.scratch(), arguments));
        }
    }

    /**
     * Makes pairs, and checks that no two threads were in a section of one lock.
     *
     * @param millis how long
     * @param pairs how many each thread makes at most
     */
    Stint run(Workload workload, long millis, long pairs) throws InterruptedException {
        awaitConnected();
        arena.page().clear();
        List<RivalProcess> some = processes.subList(0, workload.processes());
        some.forEach(process -> process.tell(workload.order(millis, pairs)));
        for (RivalProcess process : some) {
            process.await("ready", PATIENCE_MILLIS);
        }
        some.forEach(process -> process.tell("go"));
        List<Stint> stints = new ArrayList<>();
        for (RivalProcess process : some) {
            stints.add(Stint.parse(process.await("done", millis + PATIENCE_MILLIS)));
        }
        Stint sum = Stint.sum(stints);
        String who = rival.title() + " in '" + workload.title() + "'";
        Exclusion.checkOverlaps(who, sum.overlaps());
        Exclusion.checkCount(
                who,
                sum.all(),
                IntStream.rangeClosed(workload.firstSection(), workload.lastSection())
                        .mapToLong(arena.page()::visits)
                        .sum());
        return sum;
    }

    private void awaitConnected() throws InterruptedException {
        if (!connected) {
            for (RivalProcess process : processes) {
                process.await("connected", PATIENCE_MILLIS);
            }
            connected = true;
        }
    }

    @Override
    public void close() {
        processes.forEach(RivalProcess::end);
        try {
            for (RivalProcess process : processes) {
                process.awaitEnd();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
