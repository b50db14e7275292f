package dev.mortise.jedis;

import dev.mortise.redis.Request;
import dev.mortise.redis.ServerError;
import dev.mortise.redis.Wire;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** A pipeline of the client, kept open; its sync reads all replies, so only the I/O thread drives it. */
final class PipelineWire implements Wire {

    private final AbstractPipeline pipeline;
    private final Deque<Response<Object>> responses = new ArrayDeque<>();

    PipelineWire(AbstractPipeline pipeline) {
        this.pipeline = pipeline;
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

    @Override
    public void flush() throws IOException {
        try {
            pipeline.sync();
        } catch (JedisException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public @Nullable Object read(int waitMillis, int limitMillis) throws IOException {
        try {
            return responses.remove().get();
        } catch (JedisDataException e) {
            return new ServerError(String.valueOf(e.getMessage()));
        } catch (JedisException | IllegalStateException e) {
            throw new IOException(e.getMessage(), e); // a part of the pipeline got no reply
        }
    }

    @Override
    public boolean callersMayDrive() {
        return false;
    }

    @Override
    public void close() {
        try {
            pipeline.close();
        } catch (RuntimeException e) {
            // it is gone either way
        }
    }
}
