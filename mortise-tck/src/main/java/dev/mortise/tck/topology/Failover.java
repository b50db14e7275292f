package dev.mortise.tck.topology;

import dev.mortise.Acknowledgement;
import dev.mortise.DistributedLock;
import dev.mortise.HoldLostException;
import dev.mortise.LockOptions;
import dev.mortise.LockView;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.spi.Store;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A master is killed with -9 under load, right after its replicas were cut off; one of them takes over. Two nodes lock on, and a
 * third one has watched holds, of which some were acknowledged, and some never reached a replica.
 *
 * <p>Nobody may be stuck or thrown at; each hold is there afterwards or its owner is told; what was acknowledged is there; tokens
 * never repeat or fall.
 */
public final class Failover {

    /** For so long a lock whose release did not reach the replica stays taken. */
    private static final Duration LEASE = Duration.ofSeconds(9);

    /** Of the holds that must survive: two thirds of it outlast an election on a machine that stalls. */
    private static final Duration KEPT = Duration.ofSeconds(30);

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LOCKS = 24;
    private static final int HOLDS = 30;
    private static final int LATE_HOLDS = 10;
    private static final int SURE_HOLDS = 5;
    private static final LockOptions SURE =
            LockOptions.defaults().acknowledgement(Acknowledgement.byAllReplicas(PATIENCE));

    private final ServerGroup servers;
    private final Function<String, Store> stores;
    private final TokenBook tokens = new TokenBook();
    private int round;

    /**
     * @param stores makes a store at a URI
     */
    public Failover(ServerGroup servers, Function<String, Store> stores) {
        this.servers = servers;
        this.stores = stores;
    }

    /**
     * What happened.
     *
     * @param election from the kill until a replica was the master
     * @param goesOn from then until a lock of the dead master was obtained
     * @param holds how many there were
     * @param lost how many of them did not survive, each told
     * @param told how many other owners were told that their hold was lost, or their release unknown
     * @param times how often locks were obtained
     */
    public record Report(Duration election, Duration goesOn, int holds, int lost, long told, long times) {}

    /**
     * Once; the servers are well again afterwards.
     *
     * @throws AssertionError when something happened that must not
     */
    public Report run() {
        round++;
        String hot = "hot-" + round;
        RedisServer victim = servers.masterOf(key(hot));
        List<String> names = names("lock", LOCKS, victim);
        List<String> late = names("late", LATE_HOLDS, victim);
        List<String> sure = names("sure", SURE_HOLDS, victim);
        try (Mortise first = node(LEASE);
                Mortise second = node(LEASE);
                Mortise keeper = node(KEPT);
                Load crowd = new Load(tokens);
                Load others = new Load(tokens)) {
            Map<OwnedHold, String> holds = new LinkedHashMap<>();
            Set<OwnedHold> lost = ConcurrentHashMap.newKeySet();
            names("hold", HOLDS, null).forEach(name -> hold(keeper.lock(name), name, holds, lost));
            for (Mortise node : List.of(first, second)) {
                crowd.begin(node, 2, List.of(hot));
                others.begin(node, 2, names);
            }
            crowd.awaitTimes(20);
            others.awaitTimes(20);
            sure.forEach(name -> hold(keeper.lock(name, SURE), name, holds, lost));
            long killed = killCutOff(victim, () -> late.forEach(name -> hold(keeper.lock(name), name, holds, lost)));
            servers.awaitAnotherMasterOf(key(hot), victim);
            long elected = System.nanoTime();
            long goesOn = awaitLockAfter(others, killed);
            crowd.awaitTimes(20);
            others.awaitTimes(20);
            crowd.finish();
            others.finish();
            holds.forEach((hold, name) -> settle(first, hold, name, lost));
            holds.forEach((hold, name) -> {
                if (late.contains(name) && !lost.contains(hold)) {
                    throw new AssertionError("'" + name + "' reached a replica, so the link was not cut");
                }
                release(hold, !sure.contains(name) && lost.contains(hold));
            });
            servers.bringBack(victim);
            return new Report(
                    Duration.ofNanos(elected - killed),
                    Duration.ofNanos(Math.max(0, goesOn - elected)),
                    holds.size(),
                    lost.size(),
                    crowd.told() + others.told(),
                    crowd.times() + others.times());
        }
    }

    /** A reply that was on its way when the master died does not count. */
    private static long awaitLockAfter(Load load, long killed) {
        long after = killed + Duration.ofMillis(200).toNanos();
        SafetyViolation.checked(
                () -> Eventually.within(PATIENCE, "locking goes on", () -> load.lastNanos() - after > 0));
        return load.lastNanos();
    }

    /** The replicas stand still while the link is cut: else they would connect again at once. */
    private long killCutOff(RedisServer victim, Runnable afterTheCut) {
        List<RedisServer> replicas = servers.servers().stream()
                .filter(server -> "slave".equals(server.info("replication").get("role")))
                .toList();
        replicas.forEach(RedisServer::pause);
        try {
            victim.command("CLIENT", "KILL", "TYPE", "replica");
            afterTheCut.run();
            if (!"master".equals(victim.info("replication").get("role"))) {
                throw new AssertionError(
                        "another master was elected before the kill: this machine is too busy for a try");
            }
            victim.kill();
            return System.nanoTime();
        } finally {
            replicas.forEach(RedisServer::resume);
        }
    }

    private void hold(DistributedLock lock, String name, Map<OwnedHold, String> holds, Set<OwnedHold> lost) {
        long before = tokens.highest(name);
        OwnedHold hold = lock.acquire();
        tokens.add(name, before, hold.token());
        holds.put(hold, name);
        hold.onLost(told -> lost.add(hold));
    }

    /** A hold is in the store, or its owner is told. */
    private static void settle(Mortise node, OwnedHold hold, String name, Set<OwnedHold> lost) {
        SafetyViolation.checked(() -> Eventually.within(
                KEPT.plusSeconds(20),
                "hold '" + name + "' is there, or its owner was notified of the loss",
                () -> lost.contains(hold) || isThere(node.lock(name).inspect(), hold)));
        SafetyViolation.checked(() -> Eventually.eventually(
                "the loss of '" + name + "' was reported", () -> hold.isValid() || lost.contains(hold)));
    }

    private static boolean isThere(LockView view, OwnedHold hold) {
        LockView.Holder holder = view.holder();
        return holder != null && holder.token() == hold.token();
    }

    /** A hold that was acknowledged, or found in the store, must not be lost unless the machine stalls and it cannot be renewed. */
    private static void release(OwnedHold hold, boolean mayBeLost) {
        try {
            hold.release();
        } catch (HoldLostException e) {
            if (mayBeLost) {
                return;
            }
            String loss = "'" + hold.lockName() + "' was acknowledged, or found in the store, and lost: "
                    + e.reason().text();
            SafetyViolation.check(e.reason() == LossCause.NOT_RENEWED, loss);
            throw new AssertionError(loss, e);
        }
    }

    private Mortise node(Duration lease) {
        return Mortise.builder()
                .store(stores.apply(servers.uri()))
                .watchdogLease(lease)
                .unavailableLimit(PATIENCE)
                .closeGrace(Duration.ZERO)
                .build();
    }

    /** So many names of locks, of that master if it is given. */
    private List<String> names(String what, int count, @Nullable RedisServer master) {
        List<String> names = new ArrayList<>();
        for (int i = 0; names.size() < count; i++) {
            String name = what + "-" + round + "-" + i;
            if (master == null || servers.masterOf(key(name)) == master) {
                names.add(name);
            }
        }
        return names;
    }

    private static String key(String name) {
        return "mortise:{" + name + "}";
    }
}
