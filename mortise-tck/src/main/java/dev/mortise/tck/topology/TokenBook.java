package dev.mortise.tck.topology;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Every token that was handed out, by lock: none may come twice, or be lower than one that was there before it was asked for. */
final class TokenBook {

    private final Map<String, AtomicLong> highest = new ConcurrentHashMap<>();
    private final Map<String, Set<Long>> seen = new ConcurrentHashMap<>();

    /** The highest so far; read before the lock is asked for. */
    long highest(String lock) {
        return highest.computeIfAbsent(lock, none -> new AtomicLong()).get();
    }

    /** Notes the token of a hold, whose lock was asked for after {@link #highest} was read. */
    void add(String lock, long before, long token) {
        if (token <= before) {
            throw new AssertionError("the token of '" + lock + "' fell from " + before + " to " + token);
        }
        if (!seen.computeIfAbsent(lock, none -> ConcurrentHashMap.newKeySet()).add(token)) {
            throw new AssertionError("the token " + token + " of '" + lock + "' came twice");
        }
        highest.computeIfAbsent(lock, none -> new AtomicLong()).accumulateAndGet(token, Math::max);
    }
}
