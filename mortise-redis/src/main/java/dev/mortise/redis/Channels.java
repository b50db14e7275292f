package dev.mortise.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The channels that a subscription is to listen on, whatever its connection has made of it so far: classic ones, of which one
 * command names many, or sharded ones, which need a command each, since they may be of several slots.
 */
public final class Channels {

    private final String first;
    private final boolean sharded;
    private final Set<String> wanted = ConcurrentHashMap.newKeySet();

    private Channels(String first, boolean sharded) {
        this.first = first;
        this.sharded = sharded;
        wanted.add(first);
    }

    /**
     * Classic ones.
     *
     * @param first stays until the end
     */
    public static Channels classic(String first) {
        return new Channels(first, false);
    }

    /**
     * Sharded ones, of slots that one master of a Redis Cluster has.
     *
     * @param first stays until the end
     */
    public static Channels sharded(String first) {
        return new Channels(first, true);
    }

    /** Whether they are sharded: then a connection is asked with {@code SSUBSCRIBE}, and for each by itself. */
    public boolean isSharded() {
        return sharded;
    }

    /** The one that stays. */
    public String first() {
        return first;
    }

    /** False if it was wanted already. */
    public boolean add(String channel) {
        return wanted.add(channel);
    }

    /** False if it was not wanted. */
    public boolean remove(String channel) {
        if (channel.equals(first)) {
            throw new IllegalArgumentException("the first channel stays until the subscription is closed: " + channel);
        }
        return wanted.remove(channel);
    }

    /**
     * Those that a connection has yet to be asked for.
     *
     * @param asked what it was asked for, to which they are added
     */
    public List<String> missing(Set<String> asked) {
        List<String> missing = new ArrayList<>(wanted);
        missing.removeIf(channel -> !asked.add(channel));
        return missing;
    }

    /**
     * Those that a connection was asked for and are wanted no longer.
     *
     * @param asked what it was asked for, from which they are taken
     */
    public List<String> surplus(Set<String> asked) {
        List<String> surplus = new ArrayList<>(asked);
        surplus.removeIf(wanted::contains);
        surplus.forEach(asked::remove);
        return surplus;
    }
}
