package dev.mortise.benchmarks.stress;

import dev.mortise.benchmarks.worker.Message;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** Figures of a process, or of several, and their way through a {@link Message}. Safe for use by many threads. */
final class Counts {

    /** The word of such a message. */
    static final String WORD = "counts";

    private static final String COMMITS = "commits:";

    private final Map<Count, AtomicLong> values = new EnumMap<>(Count.class);
    private final Map<String, Long> commits = new ConcurrentSkipListMap<>();

    Counts() {
        for (Count count : Count.values()) {
            values.put(count, new AtomicLong());
        }
    }

    void add(Count count) {
        value(count).incrementAndGet();
    }

    void raise(Count count, long value) {
        value(count).accumulateAndGet(value, Math::max);
    }

    void committed(String lock) {
        commits.merge(lock, 1L, Long::sum);
    }

    long of(Count count) {
        return value(count).get();
    }

    /** How many updates of each lock's ledger were answered well. */
    Map<String, Long> commits() {
        return new TreeMap<>(commits);
    }

    void addAll(Counts others) {
        others.values.forEach(
                (count, value) -> value(count).accumulateAndGet(value.get(), count.highest ? Math::max : Long::sum));
        others.commits.forEach((lock, number) -> commits.merge(lock, number, Long::sum));
    }

    Message toMessage() {
        Message message = new Message(WORD);
        values.forEach((count, value) -> message.with(count.name(), value));
        commits.forEach((lock, number) -> message.with(COMMITS + lock, number));
        return message;
    }

    static Counts of(Message message) {
        Counts counts = new Counts();
        counts.values.forEach((count, value) -> value.set(message.number(count.name())));
        for (Guarded lock : Guarded.values()) {
            if (message.has(COMMITS + lock)) {
                counts.commits.put(lock.toString(), message.number(COMMITS + lock));
            }
        }
        return counts;
    }

    private AtomicLong value(Count count) {
        return Objects.requireNonNull(values.get(count));
    }
}
