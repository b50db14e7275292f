package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.worker.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The processes of one entrant, started when they are first needed and kept from scenario to scenario. */
final class Crew implements AutoCloseable {

    private final Entrant entrant;
    private final Ground ground;
    private final List<WorkerProcess> workers = new ArrayList<>();

    Crew(Entrant entrant, Ground ground) {
        this.entrant = entrant;
        this.ground = ground;
    }

    /** Makes sure that there are so many processes, connected. */
    void muster(int processes) throws InterruptedException {
        int before = workers.size();
        for (int number = before + 1; number <= processes; number++) {
            workers.add(WorkerProcess.start(entrant, number, ground));
        }
        for (WorkerProcess worker : workers.subList(before, workers.size())) {
            worker.await("connected");
        }
    }

    /**
     * Gives the order to the first so many processes, lets them begin together, and returns what each answers.
     *
     * @param length how long it should take: who needs two minutes more has failed
     */
    List<Message> run(Message order, int processes, Duration length) throws InterruptedException {
        muster(processes);
        List<WorkerProcess> some = workers.subList(0, processes);
        some.forEach(worker -> worker.tell(order));
        for (WorkerProcess worker : some) {
            worker.await("ready");
        }
        Message go = new Message("go");
        some.forEach(worker -> worker.tell(go));
        List<Message> answers = new ArrayList<>();
        for (WorkerProcess worker : some) {
            answers.add(worker.hear(length.plus(WorkerProcess.PATIENCE)));
        }
        return answers;
    }

    /** Ends all at once, whatever they do. */
    void kill() {
        workers.forEach(WorkerProcess::kill);
        workers.clear();
    }

    @Override
    public void close() {
        workers.forEach(WorkerProcess::close);
        workers.clear();
    }
}
