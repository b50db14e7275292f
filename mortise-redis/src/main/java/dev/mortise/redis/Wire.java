package dev.mortise.redis;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server, used by one thread at a time: write a batch of requests, flush, read their replies in
 * order. A method that throws leaves the wire broken; it is then closed.
 */
public interface Wire extends AutoCloseable {

    /** What {@link #read} returns when no byte of the next reply came in time: the wire is as good as before. */
    Object NOTHING_YET = new Object();

    /** Puts a request into the buffer, by EVALSHA, or by EVAL with the source. */
    void write(Request request, boolean withSource) throws IOException;

    /** Puts {@code ASKING} into the buffer, which has a reply of its own. */
    void writeAsking() throws IOException;

    /** Sends what is in the buffer. */
    void flush() throws IOException;

    /**
     * Reads the next reply.
     *
     * @param waitMillis how long to wait for its first byte; at least 1
     * @param limitMillis how long the rest may take once it has begun
     * @return a {@code Long}, {@code byte[]}, null, {@link ServerError}, a {@code List} of such, or {@link #NOTHING_YET}
     */
    @Nullable
    Object read(int waitMillis, int limitMillis) throws IOException;

    /** Whether callers may drive this wire, that is, whether {@link #read} keeps to its waiting time. */
    boolean callersMayDrive();

    /** Whether one script call may touch the keys of several locks: not where they may live on several servers. */
    boolean mayBatch();

    @Override
    void close();

    /** Closes a connection that must not be used again, if it was lent and would go back to its lender. */
    default void discard() {
        close();
    }
}
