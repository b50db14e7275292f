package dev.mortise.benchmarks.stress;

import dev.mortise.MortiseException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Looks after the visitors of a process: nobody may wait too long. Also notices when the machine does not let it look. */
final class Patience implements Runnable {

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int TICKS_PER_REPORT = 10;

    private final List<Visitor> visitors;
    private final Ledger ledger;
    private final Counts counts;
    private final Voice voice;
    private final Set<Guarded> told = EnumSet.noneOf(Guarded.class);
    private final Set<Guarded> stuck = EnumSet.noneOf(Guarded.class);
    private volatile boolean over;

    Patience(List<Visitor> visitors, Ledger ledger, Counts counts, Voice voice) {
        this.visitors = visitors;
        this.ledger = ledger;
        this.counts = counts;
        this.voice = voice;
    }

    void end() {
        over = true;
    }

    @Override
    public void run() {
        long last = System.nanoTime();
        for (int tick = 1; !over; tick++) {
            Rest.nanos(TICK_NANOS);
            ledger.isStalled(); // the server must answer in time, too
            long now = System.nanoTime();
            long late = now - last - TICK_NANOS;
            if (late > Bounds.STALL.toNanos()) {
                ledger.stalled(Bounds.STALL_FELT.toMillis() + TimeUnit.NANOSECONDS.toMillis(late));
            }
            last = now;
            visitors.forEach(this::look);
            if (tick % TICKS_PER_REPORT == 0) {
                voice.tell(counts.toMessage());
            }
        }
        ledger.close();
    }

    private void look(Visitor visitor) {
        Visitor.Visit visit = visitor.visit();
        if (visit == null) {
            return;
        }
        if (takesMoreThan(Bounds.VISIT, visit) && told.add(visit.lock())) {
            voice.late(visit + " has taken more than " + Bounds.VISIT.toSeconds() + " s: " + view(visit));
        }
        if (takesMoreThan(Bounds.STUCK, visit) && stuck.add(visit.lock())) {
            voice.wrong(visit + " is stuck for more than " + Bounds.STUCK.toSeconds() + " s: " + view(visit));
        }
    }

    private static boolean takesMoreThan(Duration limit, Visitor.Visit visit) {
        return visit.micros() > TimeUnit.NANOSECONDS.toMicros(limit.toNanos());
    }

    private static String view(Visitor.Visit visit) {
        try {
            return visit.on().inspect().toString();
        } catch (MortiseException e) {
            return e.toString();
        }
    }
}
