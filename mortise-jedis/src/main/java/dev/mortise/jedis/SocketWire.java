package dev.mortise.jedis;

import dev.mortise.redis.Request;
import dev.mortise.redis.Wire;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.RedisInputStream;
import redis.clients.jedis.util.RedisOutputStream;

/** A socket of our own with Jedis's protocol code on it. Reading may be given up before a reply begins. */
final class SocketWire implements Wire {

    private static final byte[] EVALSHA = bytes("EVALSHA");
    private static final byte[] EVAL = bytes("EVAL");

    private final Socket socket;
    private final RedisOutputStream out;
    private final PeekingInput in;

    SocketWire(Socket socket) throws IOException {
        this.socket = socket;
        this.out = new RedisOutputStream(socket.getOutputStream());
        this.in = new PeekingInput(socket);
    }

    /** From now on a reader looks for a moment before it sleeps. */
    void spins() {
        in.spins();
    }

    @Override
    public void write(Request request, boolean withSource) throws IOException {
        byte[][] keys = request.keys();
        byte[][] args = request.args();
        if (!request.isScript()) {
            head(args.length);
            for (byte[] word : args) {
                bulk(word);
            }
            return;
        }
        head(3 + keys.length + args.length);
        bulk(withSource ? EVAL : EVALSHA);
        bulk(withSource ? request.script().source() : request.script().sha());
        bulk(Protocol.toByteArray(keys.length));
        for (byte[] key : keys) {
            bulk(key);
        }
        for (byte[] arg : args) {
            bulk(arg);
        }
    }

    void write(String... command) throws IOException {
        head(command.length);
        for (String word : command) {
            bulk(bytes(word));
        }
    }

    @Override
    public void writeAsking() throws IOException {
        write("ASKING");
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    @SuppressWarnings("deprecation") // the form of Protocol.read that Jedis 6, 7 and 8 share
    public @Nullable Object read(int waitMillis, int limitMillis) throws IOException {
        if (!in.awaitByte(waitMillis)) {
            return NOTHING_YET;
        }
        socket.setSoTimeout(limitMillis);
        try {
            return Replies.of(Protocol.read(in));
        } catch (JedisDataException e) {
            return Replies.error(e);
        } catch (JedisConnectionException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Whether something has come that was not read yet. */
    boolean hasMore() {
        return in.hasMore();
    }

    @Override
    public boolean callersMayDrive() {
        return true;
    }

    @Override
    public boolean mayBatch() {
        return true;
    }

    @Override
    public void close() {
        try {
            socket.setSoLinger(true, 0); // what a broken connection has not sent must not arrive later
            socket.close();
        } catch (IOException e) {
            // it is gone either way
        }
    }

    private void head(int count) throws IOException {
        out.write(Protocol.ASTERISK_BYTE);
        out.writeIntCrLf(count);
    }

    private void bulk(byte[] bytes) throws IOException {
        out.write(Protocol.DOLLAR_BYTE);
        out.writeIntCrLf(bytes.length);
        out.write(bytes);
        out.writeCrLf();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Waits for a byte without taking it. */
    private static final class PeekingInput extends RedisInputStream {

        private final Socket socket;
        private @Nullable Spin spin;

        PeekingInput(Socket socket) throws IOException {
            super(socket.getInputStream());
            this.socket = socket;
        }

        void spins() {
            boolean tells = !(socket instanceof SSLSocket); // that tells what it has decrypted, not what has come
            if (tells && Runtime.getRuntime().availableProcessors() > 1) {
                spin = new Spin(in);
            }
        }

        boolean hasMore() {
            return count < limit;
        }

        boolean awaitByte(int waitMillis) throws IOException {
            if (hasMore()) {
                return true;
            }
            if (spin != null) {
                spin.look();
            }
            socket.setSoTimeout(waitMillis);
            try {
                int length = in.read(buf);
                if (length < 0) {
                    throw new EOFException("the server closed the connection");
                }
                count = 0;
                limit = length;
                return true;
            } catch (SocketTimeoutException e) {
                return false;
            }
        }
    }
}
