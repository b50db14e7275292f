package dev.mortise.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The channels that a subscription is to listen on, whatever its connection has made of it so far. */
final class Channels {

    private final String first;
    private final Set<String> wanted = ConcurrentHashMap.newKeySet();

    Channels(String first) {
        this.first = first;
        wanted.add(first);
    }

    /** False if it was wanted already. */
    boolean add(String channel) {
        return wanted.add(channel);
    }

    /** False if it was not wanted. */
    boolean remove(String channel) {
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
    List<String> missing(Set<String> asked) {
        List<String> missing = new ArrayList<>(wanted);
        missing.removeIf(channel -> !asked.add(channel));
        return missing;
    }

    /**
     * Those that a connection was asked for and are wanted no longer.
     *
     * @param asked what it was asked for, from which they are taken
     */
    List<String> surplus(Set<String> asked) {
        List<String> surplus = new ArrayList<>(asked);
        surplus.removeIf(wanted::contains);
        surplus.forEach(asked::remove);
        return surplus;
    }
}
