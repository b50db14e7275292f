package dev.mortise.tck.server;

import java.util.List;

/** Servers that keep locks together, and of which a replica takes over when a master dies. */
public interface ServerGroup extends AutoCloseable {

    /** Where a client finds them. */
    String uri();

    /** Masters and replicas, in no certain order. */
    List<RedisServer> servers();

    /** The master that has that key now, whether it is up or not. */
    RedisServer masterOf(String key);

    /** Waits until that key has another master than that one, and returns it. */
    default RedisServer awaitAnotherMasterOf(String key, RedisServer before) {
        Waiting.until("a replica is promoted", () -> masterOf(key) != before);
        return masterOf(key);
    }

    /** Starts a server that was killed, as a replica, and waits until all is well. */
    void bringBack(RedisServer server);

    @Override
    void close();
}
