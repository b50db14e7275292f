package dev.mortise.tck.server;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request as a client sent it: the command and its arguments, and all of it, to be passed on. */
final class SentRequest {

    private final List<byte[]> words;
    private final byte[] bytes;

    private SentRequest(List<byte[]> words, byte[] bytes) {
        this.words = words;
        this.bytes = bytes;
    }

    /** Reads the next request; null at the end of the stream. */
    static @Nullable SentRequest read(InputStream in) throws IOException {
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        String header = readLine(in, raw);
        if (header.isEmpty()) {
            return null;
        }
        List<byte[]> words = new ArrayList<>();
        for (int i = 0; i < count(header); i++) {
            byte[] word = in.readNBytes(count(readLine(in, raw)));
            words.add(word);
            raw.writeBytes(word);
            readLine(in, raw);
        }
        return new SentRequest(words, raw.toByteArray());
    }

    /** All of it, as it came. Not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** The command in upper case. */
    String command() {
        return text(0).toUpperCase(Locale.ROOT);
    }

    private String text(int index) {
        return new String(words.get(index), StandardCharsets.ISO_8859_1);
    }

    /** The keys of a call of a script; none of any other command. */
    List<byte[]> scriptKeys() {
        return command().startsWith("EVAL") ? words.subList(3, 3 + Integer.parseInt(text(2))) : List.of();
    }

    /** Reads one reply of a server, in RESP2 or RESP3, and returns it as it came. */
    static byte[] readReply(InputStream in) throws IOException {
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        readReply(in, raw);
        return raw.toByteArray();
    }

    private static void readReply(InputStream in, ByteArrayOutputStream raw) throws IOException {
        String header = readLine(in, raw);
        if (header.isEmpty()) {
            throw new EOFException("the server closed the connection before a reply");
        }
        switch (header.charAt(0)) {
            case '$', '=', '!' -> {
                if (count(header) >= 0) {
                    raw.writeBytes(in.readNBytes(count(header) + 2));
                }
            }
            case '*', '~', '>' -> readReplies(in, raw, count(header));
            case '%' -> readReplies(in, raw, 2 * count(header));
            default -> {}
        }
    }

    private static void readReplies(InputStream in, ByteArrayOutputStream raw, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            readReply(in, raw);
        }
    }

    private static int count(String header) {
        return Integer.parseInt(header.substring(1));
    }

    /** A line without its end; empty at the end of the stream. */
    private static String readLine(InputStream in, ByteArrayOutputStream raw) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b >= 0; b = in.read()) {
            raw.write(b);
            if (b == '\n') {
                break;
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }
}
