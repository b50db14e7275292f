package dev.mortise.benchmarks.quorum;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What no library can beat: two bare scripts over a socket to each master, written to all of them at once, and the replies of
 * a majority read by the same thread. No validity, no token, no waiting, and nothing survives a lost reply.
 */
final class BareVotes implements Runnable, AutoCloseable {

    private static final String TAKE = "if redis.call('EXISTS', KEYS[1]) == 0 then "
            + "redis.call('HSET', KEYS[1], ARGV[1], '1') redis.call('PEXPIRE', KEYS[1], 30000) return 1 end return 0";
    private static final String LEAVE =
            "if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return redis.call('DEL', KEYS[1]) end return 0";
    private static final int REPLY_BYTES = 4; // :1 and the end of the line
    private static final int MOST_OWED = 40;

    private final List<Master> masters = new ArrayList<>();
    private byte[] take = {};
    private byte[] leave = {};

    BareVotes(List<Integer> ports) {
        for (int port : ports) {
            Master master = new Master(port);
            take = command("EVALSHA", master.load(TAKE), "1", "bare", "me");
            leave = command("EVALSHA", master.load(LEAVE), "1", "bare", "me");
            masters.add(master);
        }
    }

    @Override
    public void run() {
        ask(take);
        ask(leave);
    }

    private void ask(byte[] request) {
        masters.forEach(master -> master.write(request));
        int majority = masters.size() / 2 + 1;
        for (int i = 0; i < masters.size(); i++) {
            Master master = masters.get(i);
            if (i < majority || master.owed > MOST_OWED) {
                master.readAll();
            }
        }
    }

    @Override
    public void close() {
        masters.forEach(Master::close);
    }

    private static byte[] command(String... words) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(("*" + words.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (String word : words) {
            bytes.writeBytes(("$" + word.length() + "\r\n" + word + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
        return bytes.toByteArray();
    }

    private static final class Master {

        private final Socket socket;
        private final InputStream in;
        private final byte[] buffer = new byte[1024];
        private int unread;
        int owed;

        Master(int port) {
            try {
                socket = new Socket(InetAddress.getLoopbackAddress(), port);
                socket.setTcpNoDelay(true);
                in = socket.getInputStream();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** The digest of the script. */
        String load(String script) {
            write(command("SCRIPT", "LOAD", script));
            try {
                int length = in.read(buffer);
                owed = 0;
                return new String(buffer, 0, length, StandardCharsets.US_ASCII).split("\r\n", -1)[1];
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void write(byte[] request) {
            try {
                socket.getOutputStream().write(request);
                owed++;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void readAll() {
            try {
                while (owed > 0) {
                    unread += in.read(buffer);
                    owed -= unread / REPLY_BYTES;
                    unread %= REPLY_BYTES;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void close() {
            try {
                socket.close();
            } catch (IOException e) {
                // it is gone either way
            }
        }
    }
}
