package dev.mortise.tck.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A RESP2 connection that sends one command at a time. Not thread-safe. */
final class RespConnection implements AutoCloseable {
    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;

    RespConnection(int port, Duration timeout, Optional<String> password) throws IOException {
        int millis = Math.toIntExact(timeout.toMillis());
        try {
            socket.connect(Ports.address(port), millis);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(millis);
            in = new BufferedInputStream(socket.getInputStream());
            out = socket.getOutputStream();
            if (password.isPresent()) {
                call("AUTH", password.get());
            }
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** What a reply may take from now on. */
    void limit(Duration timeout) throws IOException {
        socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
    }

    /** An error inside a list is an {@link RedisServer.ErrorReply} in its place; one that is the reply is thrown. */
    @Nullable
    Object call(String... args) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(bytes("*" + args.length + "\r\n"));
        for (String arg : args) {
            byte[] value = bytes(arg);
            request.writeBytes(bytes("$" + value.length + "\r\n"));
            request.writeBytes(value);
            request.writeBytes(bytes("\r\n"));
        }
        out.write(request.toByteArray());
        Object reply = read();
        if (reply instanceof RedisServer.ErrorReply error) {
            throw error;
        }
        return reply;
    }

    /** Whether the server has closed this connection, or sent what nobody asked for. */
    boolean isBroken() {
        try {
            int timeout = socket.getSoTimeout();
            socket.setSoTimeout(1);
            try {
                in.read();
                return true;
            } catch (SocketTimeoutException quiet) {
                socket.setSoTimeout(timeout);
                return false;
            }
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // It is gone either way.
        }
    }

    private @Nullable Object read() throws IOException {
        String line = readLine();
        if (line.isEmpty()) {
            throw new IOException("not a RESP2 reply: an empty line");
        }
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> new RedisServer.ErrorReply(rest);
            case ':' -> Long.valueOf(rest);
            case '$' -> readBulk(Integer.parseInt(rest));
            case '*' -> readList(Integer.parseInt(rest));
            default -> throw new IOException("not a RESP2 reply: " + line);
        };
    }

    private @Nullable String readBulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] value = in.readNBytes(length);
        if (value.length < length || !readLine().isEmpty()) {
            throw new EOFException("the connection was closed inside a reply");
        }
        return new String(value, StandardCharsets.UTF_8);
    }

    private @Nullable List<@Nullable Object> readList(int size) throws IOException {
        if (size < 0) {
            return null;
        }
        List<@Nullable Object> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(read());
        }
        return Collections.unmodifiableList(list);
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\r'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the connection was closed before a reply");
            }
            line.write(b);
        }
        in.read();
        return line.toString(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
