package dev.mortise;

import dev.mortise.spi.Escaped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lock as the store showed it: who holds it, since when, who waits, in what order. {@link #toString()} is for people.
 *
 * @param name the lock's name
 * @param holder who holds it, or null when it is free
 * @param waiters who waits in the store's queue, next one first: one for each waiting node, and each owner of a fair lock
 */
public record LockView(String name, @Nullable Holder holder, List<Waiter> waiters) {

    /** Copies the list. */
    public LockView {
        waiters = List.copyOf(waiters);
    }

    /**
     * Who holds a lock.
     *
     * @param nodeId the node's id
     * @param nodeLabel the node's readable label, or its id when that is unknown
     * @param owner {@code thread 17} or {@code object 3}; of a mutex {@code ask 5}, all that its value says
     * @param count how often entered; at most 10 ms behind
     * @param token the fencing token of the grant; 0 when another library holds the lock, and of a mutex, which have none
     * @param since when it was granted, by the server's clock; 1970 when that is unknown, as it is without a token
     * @param remaining how long the server keeps it unless renewed; negative for a key without TTL
     */
    public record Holder(
            String nodeId, String nodeLabel, String owner, int count, long token, Instant since, Duration remaining) {}

    /**
     * A node that waits for a lock.
     *
     * @param nodeId the node's id
     * @param nodeLabel the node's readable label, or its id when that is unknown
     * @param owner {@code thread 17} or {@code object 3}, the first of those that wait in that node; {@code somebody} of a mutex
     * @param lastSeen when it last asked, by the server's clock
     */
    public record Waiter(String nodeId, String nodeLabel, String owner, Instant lastSeen) {}

    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder("lock '").append(Escaped.text(name)).append("': ");
        if (holder == null) {
            text.append("free");
        } else {
            text.append("held by ")
                    .append(holder.owner)
                    .append(" of ")
                    .append(holder.nodeLabel)
                    .append(holder.token == 0 ? "" : " since " + holder.since)
                    .append(", count ")
                    .append(holder.count)
                    .append(holder.token == 0 ? "" : ", token " + holder.token)
                    .append(holder.remaining.isNegative() ? ", without TTL" : ", lease ends in " + holder.remaining);
        }
        for (int i = 0; i < waiters.size(); i++) {
            text.append("\n  ")
                    .append(i + 1)
                    .append(". waits: ")
                    .append(waiters.get(i).owner)
                    .append(" of ")
                    .append(waiters.get(i).nodeLabel);
        }
        return text.toString();
    }
}
