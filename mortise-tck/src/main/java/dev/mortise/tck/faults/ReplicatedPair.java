package dev.mortise.tck.faults;

import dev.mortise.tck.Eventually;
import dev.mortise.tck.server.FaultProxy;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerOptions;
import java.util.Objects;

/** A server and its replica, which follows it through a proxy, so that replication can be held up. */
final class ReplicatedPair implements AutoCloseable {

    private final RedisServer master =
            RedisServer.start(ServerOptions.defaults().withConfig("repl-diskless-sync no"));
    private final FaultProxy replication = FaultProxy.to(master.port());
    private final RedisServer replica = RedisServer.start();

    /** The replica has all that the server has. */
    ReplicatedPair() {
        replica.command("REPLICAOF", "127.0.0.1", Integer.toString(replication.port()));
        Eventually.eventually(
                "the replica follows",
                () -> "up".equals(replica.info("replication").get("master_link_status")));
    }

    RedisServer master() {
        return master;
    }

    RedisServer replica() {
        return replica;
    }

    /** From now on nothing that is written reaches the replica. */
    void holdUpReplication() {
        replication.blackhole(true);
    }

    /** How many replicas have what is written now, after that time at most: what {@code WAIT} says. */
    long inStepWithin(int millis) {
        master.command("SET", "in-step", "?");
        return (Long) Objects.requireNonNull(master.command("WAIT", "1", Integer.toString(millis)));
    }

    /** Kills the server with -9, and what it had sent with it; the replica takes its place. */
    void failOver() {
        master.kill();
        replication.close();
        replica.command("REPLICAOF", "NO", "ONE");
    }

    @Override
    public void close() {
        replication.close();
        replica.close();
        master.close();
    }
}
