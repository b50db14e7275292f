package dev.mortise.jedis;

import dev.mortise.redis.Request;
import dev.mortise.redis.Wire;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.PipeliningBase;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A pipeline of the client, kept open; its sync reads all replies, so only the I/O thread drives it. {@code pipelined()}
 * and {@code sync()} are found by name: their type is another one in Jedis 6 than in 7 and 8.
 */
final class PipelineWire implements Wire {

    private final PipeliningBase pipeline;
    private final Deque<Response<Object>> responses = new ArrayDeque<>();
    private final ReentrantLock syncing = new ReentrantLock();
    private boolean closed;

    PipelineWire(UnifiedJedis client) throws IOException {
        this.pipeline = (PipeliningBase) call(client, "pipelined");
    }

    @Override
    public void write(Request request, boolean withSource) throws IOException {
        byte[][] words = Words.of(request, withSource);
        byte[][] params = Arrays.copyOfRange(words, 2, words.length);
        int keys = request.keys().length;
        try {
            responses.add(
                    withSource ? pipeline.eval(words[0], keys, params) : pipeline.evalsha(words[0], keys, params));
        } catch (JedisException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Such a client follows its keys itself, if it is one of a cluster. */
    @Override
    public void writeAsking() {
        throw new UnsupportedOperationException("ASKING");
    }

    @Override
    public void flush() throws IOException {
        syncing.lock();
        try {
            call(pipeline, "sync");
        } finally {
            syncing.unlock();
        }
    }

    @Override
    public @Nullable Object read(int waitMillis, int limitMillis) throws IOException {
        try {
            return responses.remove().get();
        } catch (JedisDataException e) {
            return Replies.error(e);
        } catch (JedisException | IllegalStateException e) {
            throw new IOException(e.getMessage(), e); // a part of the pipeline got no reply
        }
    }

    @Override
    public boolean callersMayDrive() {
        return false;
    }

    /** The client may be one of a cluster. */
    @Override
    public boolean mayBatch() {
        return false;
    }

    /**
     * {@inheritDoc} Gives the connection back to the application's client, so only once: later it may be lent to somebody
     * else. While another thread reads from it nothing happens; that thread closes the wire when it has ended.
     */
    @Override
    public void close() {
        if (!syncing.tryLock()) {
            return;
        }
        try {
            if (!closed) {
                closed = true;
                call(pipeline, "close");
            }
        } catch (IOException e) {
            // it is gone either way
        } finally {
            syncing.unlock();
        }
    }

    private static Object call(Object target, String method) throws IOException {
        try {
            return target.getClass().getMethod(method).invoke(target);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getTargetException();
            if (cause instanceof Error error) {
                throw error;
            }
            throw new IOException(cause.getMessage(), cause);
        } catch (ReflectiveOperationException e) {
            throw new IOException("this client has no pipelines", e);
        }
    }
}
