package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.contenders.Entrant.Skill;
import dev.mortise.benchmarks.worker.Message;
import java.util.List;

/** What all entrants with the skill do in turn. The holds under the watchdog are apart: see {@link HoldsRun}. */
public enum Scenario {
    SOLO("one thread", "pairs of lock and unlock, nobody else wants the lock", Skill.PAIRS, 1, 1),
    WIDE("64 threads, own locks", "64 threads of one process, each with a lock of its own", Skill.PAIRS, 1, 64),
    REENTRY("re-entry, five deep", "one thread locks five times and unlocks five times", Skill.REENTRY, 1, 1),
    HOT("16 threads, one lock", "16 threads of one process want the same lock; nothing inside", Skill.WAITING, 1, 16),
    MULTI(
            "4 processes × 4 threads, one lock",
            "16 threads of four processes want the same lock; nothing inside",
            Skill.WAITING,
            4,
            4),
    GUARDED(
            "4 processes × 4 threads, two trips inside",
            "the same, with a counter in Redis that is read and written back inside: two commands a section. It must end exact",
            Skill.WAITING,
            4,
            4),
    HANDOVER(
            "hand-over between two processes",
            "from just before unlock() in one process until lock() has returned in the other, which was waiting",
            Skill.WAITING,
            2,
            1);

    private static final int DEEP = 5;

    private final String title;
    private final String story;
    private final Skill skill;
    private final int processes;
    private final int threads;

    Scenario(String title, String story, Skill skill, int processes, int threads) {
        this.title = title;
        this.story = story;
        this.skill = skill;
        this.processes = processes;
        this.threads = threads;
    }

    public String title() {
        return title;
    }

    public String story() {
        return story;
    }

    /** Who takes part. */
    public List<Entrant> entrants() {
        return Entrant.with(skill);
    }

    /** Whether its figure is a time, and less is better, or a rate. */
    public boolean isLatency() {
        return this == HANDOVER;
    }

    /** Whether threads, or processes, want the same lock. */
    public boolean isContended() {
        return skill == Skill.WAITING;
    }

    public int processes() {
        return processes;
    }

    /** How long a round is: hand-overs need some time, since who polls has ten a second. */
    long millis(Plan plan) {
        return isLatency() ? Math.max(plan.millis(), 700) : plan.millis();
    }

    boolean countsInRedis() {
        return this == GUARDED;
    }

    Message order(long millis) {
        if (this == HANDOVER) {
            return new Message("handover").with("millis", millis);
        }
        return new Message("pairs")
                .with("millis", millis)
                .with("threads", threads)
                .with("one", isContended())
                .with("depth", this == REENTRY ? DEEP : 1)
                .with("trips", this == GUARDED);
    }
}
