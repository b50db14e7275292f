package dev.mortise.tck.topology;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.spi.Store;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.server.OneAddress;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ReplicatedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Locks over a driver that reaches a master and its replica by one address, as behind a load balancer or a Kubernetes Service.
 * The replica repeats every message to its own listeners. So a node whose requests go to the master and whose subscription
 * goes to the replica learns of turns, and the master does not count it as a listener.
 *
 * <p>The servers change their roles without losing a write: no two holds of a lock may be valid at a time, no token may fall
 * or come twice, and the lock keeps changing hands. A pushed hold may be lost if the change takes longer than its second.
 */
@Timeout(120)
@Tag("servers")
public abstract class OneAddressKit {

    private static final Duration TURNS_GO_ON = Duration.ofSeconds(2);
    private static final int NODES = 3;
    private static final int THREADS = 2;

    /** The kinds of locks that are pushed to their next owner. */
    enum Kind {
        LOCK,
        FAIR_LOCK;

        DistributedLock make(Mortise node, String name) {
            return this == LOCK ? node.lock(name) : node.fairLock(name);
        }
    }

    private final List<Mortise> nodes = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private ReplicatedServer servers;

    @SuppressWarnings("NullAway.Init")
    private OneAddress address;

    protected OneAddressKit() {}

    /** A store of that driver at a URI, not yet open. */
    protected abstract Store storeAt(String uri);

    /** The nodes of a test are closed: closes what {@link #storeAt} has made in addition to the store. */
    protected void nodesClosed() {}

    @BeforeEach
    void start() {
        servers = ReplicatedServer.start(1);
        address = OneAddress.of(servers.master().port());
    }

    @AfterEach
    void stop() {
        nodes.forEach(Mortise::close);
        nodesClosed();
        address.close();
        servers.close();
    }

    /** The requests move because of READONLY, and the subscription stays at the server that is a replica now. */
    @ParameterizedTest
    @EnumSource
    void aPlannedFailoverMakesNoTwoOwners(Kind kind) {
        try (Load load = begin(kind)) {
            master().command("FAILOVER");
            awaitMaster(replica());
            address.leadTo(replica().port());
            goesOn(load);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPromotionByHandMakesNoTwoOwners(Kind kind) {
        try (Load load = begin(kind)) {
            master().command("CLIENT", "PAUSE", "10000", "WRITE");
            Eventually.eventually("the replica has all writes", () -> offset(master()) == offset(replica()));
            replica().command("REPLICAOF", "NO", "ONE");
            master().command(
                            "REPLICAOF", "127.0.0.1", Integer.toString(replica().port()));
            address.leadTo(replica().port());
            master().command("CLIENT", "UNPAUSE");
            goesOn(load);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSubscriptionThatGoesToTheReplicaMakesNoTwoOwners(Kind kind) {
        address.leadSubscriptionsTo(replica().port());
        try (Load load = begin(kind)) {
            goesOn(load);
        }
    }

    /** Such a node polls, and listens again once its subscription is answered by the master. */
    @Test
    void aNodeThatListensAtTheReplicaFindsItOut() {
        address.leadSubscriptionsTo(replica().port());
        Mortise node = node();
        Eventually.eventually("the node listens at the replica", () -> listeners(replica()) == 1);
        Eventually.never(
                Duration.ofMillis(200),
                "the node trusts its subscription",
                () -> node.store().listening());
        address.leadTo(master().port());
        Eventually.eventually("the node listens at the master", () -> listeners(master()) == 1);
        Eventually.eventually(
                "the node trusts its subscription", () -> node.store().listening());
    }

    private Load begin(Kind kind) {
        Load load = Load.excluding(new TokenBook(), kind::make);
        for (int i = 0; i < NODES; i++) {
            load.begin(node(), THREADS, List.of("wanted"));
        }
        load.awaitTimes(50);
        return load;
    }

    private static void goesOn(Load load) {
        long before = load.times();
        Eventually.within(TURNS_GO_ON, "the lock changes hands", () -> load.times() > before + THREADS * NODES);
        load.awaitTimes(300);
        load.finish();
    }

    private Mortise node() {
        Mortise node = Mortise.builder()
                .store(storeAt(address.uri()))
                .unavailableLimit(Duration.ofSeconds(30))
                .closeGrace(Duration.ZERO)
                .build();
        nodes.add(node);
        return node;
    }

    private RedisServer master() {
        return servers.master();
    }

    private RedisServer replica() {
        return servers.replica(0);
    }

    private static void awaitMaster(RedisServer server) {
        Eventually.eventually(
                "the roles are swapped",
                () -> "master".equals(server.info("replication").get("role")));
    }

    private static long offset(RedisServer server) {
        return Long.parseLong(server.info("replication").get("master_repl_offset"));
    }

    private static long listeners(RedisServer server) {
        return server.command("PUBSUB", "CHANNELS", "mortise:node:*") instanceof List<?> channels ? channels.size() : 0;
    }
}
