package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.contenders.Entrant.Skill;
import dev.mortise.benchmarks.worker.Message;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/** What its teams do in turn. The holds under the watchdog are apart: see {@link HoldsRun}. */
@SuppressWarnings("ImmutableEnumChecker") // nothing in it changes
public enum Scenario {
    SOLO(
            "one thread",
            "pairs of lock and unlock, nobody else wants the lock",
            Team.each(Entrant.with(Skill.PAIRS), 1, 1)),
    WIDE(
            "64 threads, own locks",
            "64 threads of one process, each with a lock of its own",
            Team.each(Entrant.with(Skill.PAIRS), 1, 64)),
    REENTRY(
            "re-entry, five deep",
            "one thread locks five times and unlocks five times",
            Team.each(Entrant.with(Skill.REENTRY), 1, 1)),
    HOT(
            "16 threads, one lock",
            "16 threads of one process want the same lock; nothing inside",
            Team.each(Entrant.with(Skill.WAITING, Skill.VARIANT), 1, 16)),
    MULTI(
            "4 processes × 4 threads, one lock",
            "16 threads of four processes want the same lock; nothing inside",
            Team.each(Entrant.with(Skill.WAITING, Skill.VARIANT), 4, 4)),
    GUARDED(
            "4 processes × 4 threads, two trips inside",
            "the same, with a counter in Redis that is read and written back inside: two commands a section. It must end exact",
            Team.each(Entrant.with(Skill.WAITING), 4, 4)),
    HANDOVER(
            "hand-over between two processes",
            "from just before unlock() in one process until lock() has returned in the other, which was waiting",
            Team.each(Entrant.with(Skill.WAITING, Skill.RELAY), 2, 1)),
    FAIR(
            "16 threads, fair lock",
            "16 threads of one process want the same fair lock; nothing inside",
            Team.each(Entrant.with(Skill.FAIRNESS), 1, 16)),
    FAIR_MULTI(
            "4 processes × 4 threads, fair lock",
            "16 threads of four processes want the same fair lock; nothing inside",
            Team.each(Entrant.with(Skill.FAIRNESS), 4, 4)),
    LONG(
            "4 processes × 4 threads, long rounds",
            "4 × 4 threads want the same lock for seconds: who gets how much, and how long the longest wait is",
            Team.each(List.of(Entrant.MORTISE_JEDIS, Entrant.REDISSON), 4, 4)),
    LONG_GUARDED(
            "4 processes × 4 threads, two trips inside, long rounds",
            "the same with the counter in Redis inside",
            Team.each(List.of(Entrant.MORTISE_JEDIS, Entrant.REDISSON), 4, 4)),
    THREADS(
            "2 to 64 threads, one lock",
            "more and more threads of one process want the same lock",
            Team.growingThreads(List.of(Entrant.MORTISE_JEDIS, Entrant.REDISSON), 2, 4, 16, 64)),
    PROCESSES(
            "1 to 8 processes, one lock",
            "four threads each of more and more processes want the same lock",
            Team.growingProcesses(List.of(Entrant.MORTISE_JEDIS, Entrant.REDISSON), 4, 1, 2, 4, 8)),
    NODES(
            "2 to 16 waiting nodes, every hand-over through Redis",
            "one node has the lock and more and more wait, two threads each and without local hand-off, all in one process",
            Team.growingNodes(Entrant.MORTISE_UNSLICED, 2, 2, 4, 8, 16));

    private static final int DEEP = 5;
    private static final EnumSet<Scenario> UNCONTENDED = EnumSet.of(SOLO, WIDE, REENTRY);
    private static final EnumSet<Scenario> GROWING = EnumSet.of(THREADS, PROCESSES, NODES);
    private static final EnumSet<Scenario> LASTING = EnumSet.of(LONG, LONG_GUARDED);

    private final String title;
    private final String story;
    private final List<Team> teams;

    Scenario(String title, String story, List<Team> teams) {
        this.title = title;
        this.story = story;
        this.teams = teams;
    }

    /** What the command line calls it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String title() {
        return title;
    }

    public String story() {
        return story;
    }

    /** Who takes part. */
    public List<Team> teams() {
        return teams;
    }

    /** Whether its figure is a time, and less is better, or a rate. */
    public boolean isLatency() {
        return this == HANDOVER;
    }

    /** Whether threads, or processes, want the same lock. */
    public boolean isContended() {
        return !UNCONTENDED.contains(this);
    }

    /** Whether the teams of an entrant differ in their number. */
    public boolean isGrowth() {
        return GROWING.contains(this);
    }

    /** Whether turns are given in the order of asks, which is checked. */
    public boolean isFair() {
        return this == FAIR || this == FAIR_MULTI;
    }

    /** Whether it is only run when asked for. */
    public boolean isExtra() {
        return isGrowth() || LASTING.contains(this);
    }

    /** How long a round is: hand-overs need some time, since who polls has ten a second. */
    long millis(Plan plan) {
        if (LASTING.contains(this)) {
            return plan.longMillis();
        }
        return isLatency() ? Math.max(plan.millis(), 700) : plan.millis();
    }

    int rounds(Plan plan) {
        return LASTING.contains(this) ? plan.longRounds() : plan.rounds();
    }

    boolean countsInRedis() {
        return this == GUARDED || this == LONG_GUARDED;
    }

    Message order(Team team, long millis) {
        if (this == HANDOVER) {
            return new Message("handover").with("millis", millis);
        }
        return new Message("pairs")
                .with("millis", millis)
                .with("nodes", team.nodes())
                .with("threads", team.threads())
                .with("one", isContended())
                .with("depth", this == REENTRY ? DEEP : 1)
                .with("trips", countsInRedis());
    }
}
