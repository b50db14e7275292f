package dev.mortise.tck.topology;

import dev.mortise.tck.SafetyViolation;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;

/** Every token that was handed out, by lock: none may come twice, or be lower than one that was there before it was asked for. */
final class TokenBook {

    private final Map<String, AtomicLong> highest = new ConcurrentHashMap<>();
    private final Map<String, Set<Long>> seen = new ConcurrentHashMap<>();
    private final Map<String, Deque<String>> lately = new ConcurrentHashMap<>();

    /** The highest so far; read before the lock is asked for. */
    long highest(String lock) {
        return highest.computeIfAbsent(lock, none -> new AtomicLong()).get();
    }

    /** Notes the token of a hold, whose lock was asked for after {@link #highest} was read. */
    void add(String lock, long before, long token) {
        Deque<String> last = lately.computeIfAbsent(lock, none -> new ConcurrentLinkedDeque<>());
        last.add(token + " for " + Thread.currentThread().getName() + " at " + System.nanoTime() / 1_000);
        if (token <= before) {
            throw new SafetyViolation("The token of '" + lock + "' fell from " + before + " to " + token
                    + ". The last holds: " + tail(last));
        }
        if (!seen.computeIfAbsent(lock, none -> ConcurrentHashMap.newKeySet()).add(token)) {
            throw new SafetyViolation(
                    "The token " + token + " of '" + lock + "' was given twice. The last holds: " + tail(last));
        }
        highest.computeIfAbsent(lock, none -> new AtomicLong()).accumulateAndGet(token, Math::max);
    }

    private static List<String> tail(Deque<String> all) {
        List<String> list = new ArrayList<>(all);
        return list.subList(Math.max(0, list.size() - 20), list.size());
    }
}
