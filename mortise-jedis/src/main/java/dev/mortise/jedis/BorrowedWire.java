package dev.mortise.jedis;

import dev.mortise.redis.Request;
import dev.mortise.redis.Wire;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** A connection that was lent. A read that times out would break it, so only the I/O thread drives it. */
final class BorrowedWire implements Wire {

    private final JedisConnections lender;
    private final Connection connection;
    private final int timeoutBefore;
    private final AtomicBoolean givenBack = new AtomicBoolean();
    private int awaited;

    BorrowedWire(JedisConnections lender, Connection connection) {
        this.lender = lender;
        this.connection = connection;
        this.timeoutBefore = connection.getSoTimeout();
    }

    @Override
    public void write(Request request, boolean withSource) throws IOException {
        try {
            awaited++;
            if (request.isScript()) {
                connection.sendCommand(withSource ? Command.EVAL : Command.EVALSHA, Words.of(request, withSource));
            } else {
                byte[][] words = request.args();
                connection.sendCommand(() -> words[0], Arrays.copyOfRange(words, 1, words.length));
            }
        } catch (JedisException e) {
            throw broken(e);
        }
    }

    @Override
    public void writeAsking() throws IOException {
        try {
            awaited++;
            connection.sendCommand(Command.ASKING);
        } catch (JedisException e) {
            throw broken(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            connection.getMany(0);
        } catch (JedisException e) {
            throw broken(e);
        }
    }

    /** Waits for the whole limit: reading in slices would break the connection. */
    @Override
    public @Nullable Object read(int waitMillis, int limitMillis) throws IOException {
        try {
            connection.setSoTimeout(limitMillis);
            Object reply = connection.getUnflushedObject();
            awaited--;
            return Replies.of(reply);
        } catch (JedisDataException e) {
            awaited--;
            return Replies.error(e);
        } catch (JedisException e) {
            throw broken(e);
        }
    }

    @Override
    public boolean callersMayDrive() {
        return false;
    }

    @Override
    public boolean mayBatch() {
        return true;
    }

    /** Gives the connection back; one that still owes a reply is broken. */
    @Override
    public void close() {
        giveBack(awaited != 0);
    }

    /** Gives the connection back as broken, although it may owe no reply. */
    @Override
    public void discard() {
        giveBack(true);
    }

    private void giveBack(boolean isBroken) {
        if (givenBack.compareAndSet(false, true)) {
            lender.takeBack(connection, timeoutBefore, isBroken);
        }
    }

    private IOException broken(JedisException e) {
        awaited++;
        return new IOException(e.getMessage(), e);
    }
}
