package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.contenders.Entrant.Skill;
import dev.mortise.benchmarks.worker.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Very many holds under the watchdog, all by one thread of one process. First every renewal is observed at the server,
 * then nobody looks and the processor time of both sides is measured, over whole periods of renewal.
 */
public final class HoldsRun {

    /** How many by default. */
    public static final int MANY = 10_000;

    /** How many when asked for. */
    public static final int VERY_MANY = 100_000;

    /** What all entrants lease for by default, or are set to; each renews every third of it. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final long PERIOD_MILLIS = LEASE.toMillis() / 3;

    /** By how much a renewal may be late and still be seen. */
    private static final long SLACK_MILLIS = 1_500;

    /** How long taking or releasing them may take. */
    private static final Duration LONGEST = Duration.ofMinutes(4);

    private final Ground ground;
    private final Plan plan;
    private final int count;
    private final Consumer<String> progress;

    public HoldsRun(Ground ground, Plan plan, int count, Consumer<String> progress) {
        this.ground = ground;
        this.plan = plan;
        this.count = count;
        this.progress = progress;
    }

    /**
     * The samples of each entrant, one after the other, each in a process that does nothing else; none of one that failed.
     *
     * @throws ViolationException when a lock of Mortise was not held any more at the end
     */
    public Map<Entrant, List<HoldSample>> run() throws InterruptedException {
        Map<Entrant, List<HoldSample>> samples = new EnumMap<>(Entrant.class);
        for (Entrant entrant : Entrant.with(Skill.KEEPING)) {
            if (plan.peersHold() || entrant.isMortise()) {
                samples.put(entrant, samples(entrant));
            }
        }
        return samples;
    }

    private List<HoldSample> samples(Entrant entrant) throws InterruptedException {
        Crew crew = new Crew(entrant, ground);
        try (crew) {
            return hold(entrant, crew);
        } catch (WorkerFailedException e) {
            progress.accept(count + " holds: " + entrant.title() + " FAILED: " + e.getMessage());
            crew.kill();
            ground.server().command("FLUSHDB");
            return List.of();
        }
    }

    private List<HoldSample> hold(Entrant entrant, Crew crew) throws InterruptedException {
        String what = count + " holds: " + entrant.title();
        progress.accept(what + " takes them, then each renewal is observed");
        crew.muster(1);
        Message taken;
        RenewalWatch watch = RenewalWatch.begin(ground.server());
        try (watch) {
            taken = one(crew, new Message("hold").with("count", count));
            Thread.sleep(plan.watchPeriods() * PERIOD_MILLIS + SLACK_MILLIS);
        }
        List<Load> loads = new ArrayList<>();
        for (int i = 1; i <= plan.holdRounds(); i++) {
            progress.accept(what + ", round " + i + " of " + plan.holdRounds());
            loads.add(round(crew));
        }
        boolean keptAll = release(entrant, crew);
        return loads.stream().map(load -> sample(taken, watch, load, keptAll)).toList();
    }

    /** What a round costs: shares of a core, and commands a second. */
    private record Load(double client, double redis, double commands) {}

    private Load round(Crew crew) throws InterruptedException {
        ServerUse serverBefore = ServerUse.soFar(ground.server());
        long clientBefore = one(crew, new Message("cpu")).number("nanos");
        long begin = System.nanoTime();
        Thread.sleep(plan.holdPeriods() * PERIOD_MILLIS);
        double seconds = (System.nanoTime() - begin) / 1e9;
        double client = (one(crew, new Message("cpu")).number("nanos") - clientBefore) / 1e9;
        ServerUse server = ServerUse.soFar(ground.server()).since(serverBefore);
        long commands =
                server.commands().values().stream().mapToLong(Long::longValue).sum();
        return new Load(client / seconds, server.cpuSeconds() / seconds, commands / seconds);
    }

    private HoldSample sample(Message taken, RenewalWatch watch, Load load, boolean keptAll) {
        return new HoldSample(
                count,
                taken.number("nanos") / 1e9,
                taken.number("bytes") / (double) count,
                load.client(),
                load.redis(),
                load.commands(),
                watch.renewed(),
                watch.shortestMillis() - PERIOD_MILLIS,
                watch.longestMillis(99) - PERIOD_MILLIS,
                watch.longestMillis(100) - PERIOD_MILLIS,
                keptAll);
    }

    /** Whether all were still held. A peer that lost one is shown so in the table. */
    private boolean release(Entrant entrant, Crew crew) throws InterruptedException {
        try {
            one(crew, new Message("release"));
            return true;
        } catch (WorkerFailedException e) {
            String what = entrant.title() + ": a lock under its watchdog was not held at the end";
            if (entrant.isMortise()) {
                ViolationException violation = new ViolationException(what);
                violation.initCause(e);
                throw violation;
            }
            progress.accept(what);
            return false;
        }
    }

    private static Message one(Crew crew, Message order) throws InterruptedException {
        return crew.run(order, 1, LONGEST).get(0);
    }
}
