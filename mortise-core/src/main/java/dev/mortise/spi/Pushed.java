package dev.mortise.spi;

import java.util.List;

/**
 * A grant that an ask got while it stood in a lock's queue.
 *
 * @param ask the number of the ask
 * @param answer token and whether those behind it are spare
 * @param leaseMillis how long the server keeps it unless renewed: provisional, and so shorter than what was asked for
 * @param serverMicros the server's time of the grant, or {@link #UNKNOWN} if it may be by another clock than earlier answers:
 *     then whoever waits by that ask looks
 * @param run asks of the same node that stand behind this one, in order and with nobody else's between them: of a fair lock
 *     the node may hand the grant on to them. They stay in the queue until {@link Grant#served} tells of them
 */
public record Pushed(long ask, Answer.Granted answer, long leaseMillis, long serverMicros, List<Long> run) {

    /** No time that could be compared with others. */
    public static final long UNKNOWN = 0;

    /** Without a run. */
    public Pushed(long ask, Answer.Granted answer, long leaseMillis, long serverMicros) {
        this(ask, answer, leaseMillis, serverMicros, List.of());
    }
}
