package dev.mortise.benchmarks.failover;

import dev.mortise.benchmarks.program.Arguments;
import dev.mortise.benchmarks.program.Program;
import dev.mortise.jedis.JedisStore;
import dev.mortise.lettuce.LettuceStore;
import dev.mortise.spi.Store;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.SentinelServers;
import dev.mortise.tck.server.ServerGroup;
import dev.mortise.tck.topology.Failover;
import dev.mortise.tck.topology.FrozenShard;
import dev.mortise.tck.topology.Migration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * {@code ./dev failover [rounds [jedis|lettuce [sharded]]]}: so many failovers behind Sentinel and in a Cluster, so many
 * moves of a contended slot, and a frozen shard with 10,000 holds; with sharded messages in the Cluster alone. Ends with 1 if
 * something happened that must not.
 */
public final class FailoverCampaign {

    /** Locking goes on so soon after the election. */
    private static final Duration BAR = Duration.ofSeconds(2);

    private static final int HOLDS = 10_000;
    private static final Duration LEASE = Duration.ofSeconds(9);
    private static final Duration FREEZE = Duration.ofSeconds(12);

    private final int rounds;
    private final Function<String, Store> stores;
    private final boolean sharded;
    private final List<String> wrong = new ArrayList<>();

    private FailoverCampaign(int rounds, Function<String, Store> stores, boolean sharded) {
        this.rounds = rounds;
        this.stores = sharded ? uri -> stores.apply(uri + "?messages=sharded") : stores;
        this.sharded = sharded;
    }

    /** Twenty rounds over Jedis unless told otherwise. */
    public static void main(String[] args) {
        new Program("failover", FailoverCampaign.class).runAndExit(args, FailoverCampaign::run);
    }

    private static boolean run(Arguments arguments) {
        int rounds = arguments.number("the number of rounds", 20);
        boolean lettuce =
                arguments.choice("the driver", "jedis", "jedis", "lettuce").equals("lettuce");
        boolean sharded = arguments.choice("the last word", "", "sharded").equals("sharded");
        arguments.end();
        FailoverCampaign campaign = new FailoverCampaign(rounds, lettuce ? LettuceStore::at : JedisStore::at, sharded);
        campaign.run();
        campaign.wrong.forEach(line -> System.out.println("WRONG: " + line));
        System.out.println(campaign.wrong.isEmpty() ? "nothing went wrong" : campaign.wrong.size() + " went wrong");
        return campaign.wrong.isEmpty();
    }

    private void run() {
        if (!sharded) {
            try (SentinelServers servers = SentinelServers.start()) {
                failovers("Sentinel", servers);
            }
        }
        try (ClusterServers servers = ClusterServers.start()) {
            failovers("Cluster", servers);
        }
        try (ClusterServers servers = ClusterServers.start(30_000)) {
            attempt("slot migration", () -> {
                Migration migration = new Migration(servers, stores);
                long times = migration.contended(rounds);
                say("slot moved %d times under 16 threads: lock obtained %,d times, no error", rounds, times);
                migration.held();
                say("a hold lived through a migration of twice its lease");
            });
            attempt("frozen shard", () -> {
                FrozenShard.Report report = new FrozenShard(servers, stores).run(HOLDS, LEASE, FREEZE);
                say(
                        "one of three masters frozen for %d s, lease %d s: 0 of %,d holds of the others lost, %,d of its own %,d told",
                        FREEZE.toSeconds(), LEASE.toSeconds(), report.others(), report.frozenLost(), report.frozen());
            });
        }
    }

    private void failovers(String topology, ServerGroup servers) {
        Failover failover = new Failover(servers, stores);
        Duration slowest = Duration.ZERO;
        int lost = 0;
        int holds = 0;
        for (int i = 1; i <= rounds; i++) {
            List<Failover.Report> reports = new ArrayList<>(1);
            attempt(topology + " " + i, () -> reports.add(failover.run()));
            for (Failover.Report report : reports) {
                say(
                        "%s %2d: elected after %4d ms, locking goes on %4d ms later; %d of %d holds lost and told, %d others told, %,d locks",
                        topology,
                        i,
                        report.election().toMillis(),
                        report.goesOn().toMillis(),
                        report.lost(),
                        report.holds(),
                        report.told(),
                        report.times());
                slowest = slowest.compareTo(report.goesOn()) > 0 ? slowest : report.goesOn();
                lost += report.lost();
                holds += report.holds();
            }
        }
        say(
                "%s: slowest %d ms after the election; %d of %d holds lost, all told",
                topology, slowest.toMillis(), lost, holds);
        if (slowest.compareTo(BAR) > 0) {
            wrong.add(topology + ": locking went on only " + slowest.toMillis() + " ms after the election");
        }
    }

    private void attempt(String what, Runnable run) {
        try {
            run.run();
        } catch (RuntimeException | AssertionError e) {
            wrong.add(what + ": " + e + (e.getCause() == null ? "" : ", because of " + e.getCause()));
        }
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private static void say(String format, Object... args) {
        System.out.println(String.format(Locale.ROOT, format, args));
    }
}
