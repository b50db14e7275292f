package dev.mortise.tck.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A {@link RedisServer} with replicas, which have all that it has when this is started. */
public final class ReplicatedServer implements AutoCloseable {

    private static final String[] IN_STEP_SOON = {"repl-diskless-sync-delay 0", "repl-ping-replica-period 1"};
    private static final long FOLLOWS_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final RedisServer master;
    private final List<RedisServer> replicas = new ArrayList<>();

    private ReplicatedServer(RedisServer master) {
        this.master = master;
    }

    /** One server and that many replicas. */
    public static ReplicatedServer start(int replicas) {
        return start(replicas, ServerOptions.defaults());
    }

    /** The same with options for all of them. */
    public static ReplicatedServer start(int replicas, ServerOptions options) {
        ServerOptions quick = options.withConfig(IN_STEP_SOON);
        ReplicatedServer started = new ReplicatedServer(RedisServer.start(quick));
        try {
            for (int i = 0; i < replicas; i++) {
                started.replicas.add(RedisServer.start(quick));
            }
            started.replicas.forEach(started::follow);
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    public RedisServer master() {
        return master;
    }

    public RedisServer replica(int number) {
        return replicas.get(number);
    }

    /** How many replicas have what is written now, after that time at most: what {@code WAIT} says. */
    public long inStepWithin(int millis) {
        master.command("SET", "in-step", "?", "PX", "1000");
        String all = Integer.toString(replicas.size());
        return (Long) Objects.requireNonNull(master.command("WAIT", all, Integer.toString(millis)));
    }

    @Override
    public void close() {
        replicas.forEach(RedisServer::close);
        master.close();
    }

    private void follow(RedisServer replica) {
        replica.command("REPLICAOF", Ports.LOOPBACK, Integer.toString(master.port()));
        long start = System.nanoTime();
        while (!"up".equals(replica.info("replication").get("master_link_status"))) {
            if (System.nanoTime() - start > FOLLOWS_NANOS) {
                throw new IllegalStateException(replica + " does not follow " + master);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
