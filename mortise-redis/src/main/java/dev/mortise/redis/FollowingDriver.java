package dev.mortise.redis;

import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the masters of a Redis Cluster, or the one that sentinels watch over: scripts go to the master of their keys,
 * messages come from a master. Nothing is read from a replica.
 */
public final class FollowingDriver implements Driver {

    private static final Logger LOG = LoggerFactory.getLogger(FollowingDriver.class);

    private final String description;
    private final Servers servers;
    private final Topology topology;
    private volatile @Nullable MasterWatch watch;
    private volatile @Nullable FollowingLink link;
    private final List<FollowingLink> lanes = new CopyOnWriteArrayList<>();
    private volatile @Nullable AutoCloseable changes;
    private volatile @Nullable Subscription subscription;
    private volatile @Nullable ShardedSubscription sharded;
    private volatile @Nullable Subscriber subscriber;
    private volatile Duration limit = Duration.ZERO;
    private volatile @Nullable ServerAddress listensAt;

    private FollowingDriver(String description, Servers servers, Topology topology) {
        this.description = description;
        this.servers = servers;
        this.topology = topology;
    }

    /**
     * To a Redis Cluster.
     *
     * @param description the client library and the servers as a person would name them
     * @param servers closed with this driver
     * @param seeds servers of the cluster, not necessarily all
     */
    public static FollowingDriver cluster(String description, Servers servers, List<ServerAddress> seeds) {
        return new FollowingDriver(description, servers, new ClusterTopology(servers, seeds));
    }

    /**
     * To the master that sentinels watch over.
     *
     * @param description the client library and the servers as a person would name them
     * @param servers closed with this driver
     * @param master the name under which the sentinels know it
     */
    public static FollowingDriver sentinel(
            String description, Servers servers, List<ServerAddress> sentinels, String master) {
        return new FollowingDriver(description, servers, new SentinelTopology(servers, sentinels, master));
    }

    @Override
    public String describe() {
        return description;
    }

    @Override
    public boolean sharded() {
        return topology.sharded();
    }

    @Override
    public Link open(Time time, Duration requestLimit, String threadName) {
        limit = requestLimit;
        servers.open(time, requestLimit, threadName);
        try {
            MasterWatch made =
                    new MasterWatch(topology, time, requestLimit, threadName + "-masters", this::mastersChanged);
            FollowingLink opened = new FollowingLink(servers::link, made, time, requestLimit, threadName);
            watch = made;
            link = opened;
            made.start();
            changes = topology.watch(made::redirected, threadName + "-switches");
            return opened;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public boolean hasLanes() {
        return true;
    }

    /** One connection to each master, made when it is needed. */
    @Override
    public Link openLane(Time time, Duration requestLimit, String threadName) {
        MasterWatch known = Objects.requireNonNull(watch, "the link is opened first");
        FollowingLink lane =
                new FollowingLink(server -> servers.lane(server, threadName), known, time, requestLimit, threadName);
        lanes.add(lane);
        return lane;
    }

    @Override
    public Subscription listen(String channel, Subscriber toBeTold, String threadName) {
        if (link == null) {
            throw new IllegalStateException("the link is opened first");
        }
        subscriber = toBeTold;
        Subscription made = servers.listen(this::whereToListen, Channels.classic(channel), toBeTold, threadName);
        subscription = made;
        return made;
    }

    @Override
    public Subscription listenSharded(String own, Subscriber toBeTold, String threadName) {
        MasterWatch known = Objects.requireNonNull(watch, "the link is opened first");
        ShardedSubscription made = new ShardedSubscription(servers, known, own, toBeTold, limit, threadName);
        sharded = made;
        return made;
    }

    @Override
    public void close() {
        AutoCloseable listening = changes;
        if (listening != null) {
            try {
                listening.close();
            } catch (Exception e) {
                LOG.debug("a subscription could not be closed", e);
            }
        }
        MasterWatch watching = watch;
        if (watching != null) {
            watching.close();
        }
        servers.close();
    }

    /** In a cluster every server tells what was published at any of them, so one that works will do. */
    private ServerAddress whereToListen() {
        MasterWatch known = Objects.requireNonNull(watch);
        List<ServerAddress> masters = new ArrayList<>(known.masters().all());
        List<ServerAddress> well =
                masters.stream().filter(server -> !known.isInDoubt(server)).toList();
        List<ServerAddress> from = well.isEmpty() ? masters : well;
        ServerAddress chosen = from.get(ThreadLocalRandom.current().nextInt(from.size()));
        listensAt = chosen;
        return chosen;
    }

    private void mastersChanged(Masters now) {
        FollowingLink opened = link;
        if (opened != null) {
            opened.keep(now.all());
        }
        lanes.forEach(lane -> lane.keep(now.all()));
        Subscriber told = subscriber;
        if (told != null) {
            told.moved(); // before another server can tell anything
        }
        ShardedSubscription inSlots = sharded;
        if (inSlots != null) {
            inSlots.follow(now);
        }
        Subscription listening = subscription;
        ServerAddress at = listensAt;
        if (listening != null && at != null && !now.all().contains(at)) {
            listening.reconnect();
        }
    }

    @Override
    public String toString() {
        return description;
    }
}
