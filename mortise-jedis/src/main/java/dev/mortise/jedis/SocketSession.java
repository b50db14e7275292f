package dev.mortise.jedis;

import dev.mortise.redis.Channels;
import dev.mortise.redis.Driver;
import dev.mortise.redis.ServerError;
import dev.mortise.redis.Troubles;
import dev.mortise.redis.Wire;
import dev.mortise.redis.WireException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Listens on a socket of our own; pings when nothing comes, so that a half-open connection is found out. */
final class SocketSession implements MessageLoop.Session {

    private final SocketWire wire;
    private final Channels channels;
    private final Set<String> asked = new HashSet<>();
    private final ReentrantLock sending = new ReentrantLock();
    private final int limitMillis;
    private final int quietMillis;

    SocketSession(SocketWire wire, Channels channels, int limitMillis, int quietMillis) {
        this.wire = wire;
        this.channels = channels;
        this.limitMillis = limitMillis;
        this.quietMillis = quietMillis;
    }

    @Override
    public void listen(Driver.Subscriber subscriber) throws IOException {
        match();
        boolean answerDue = true;
        for (; ; ) {
            Object reply = wire.read(answerDue ? limitMillis : quietMillis, limitMillis);
            if (reply != Wire.NOTHING_YET) {
                answerDue = false;
                heard(reply, subscriber);
            } else if (answerDue) {
                throw new SocketTimeoutException("no answer within " + limitMillis + " ms");
            } else {
                ping();
                answerDue = true;
            }
        }
    }

    @Override
    public void match() {
        sending.lock();
        try {
            send("SUBSCRIBE", channels.missing(asked));
            send("UNSUBSCRIBE", channels.surplus(asked));
        } catch (IOException e) {
            wire.close(); // the reader finds out, and the next session begins with all of them
        } finally {
            sending.unlock();
        }
    }

    private void ping() throws IOException {
        sending.lock();
        try {
            wire.write("PING");
            wire.flush();
        } finally {
            sending.unlock();
        }
    }

    private void send(String verb, List<String> names) throws IOException {
        if (!names.isEmpty()) {
            wire.write(Stream.concat(Stream.of(verb), names.stream()).toArray(String[]::new));
            wire.flush();
        }
    }

    @Override
    public void leave() {
        wire.close();
    }

    @Override
    public void cut() {
        wire.close();
    }

    private static void heard(@Nullable Object reply, Driver.Subscriber subscriber) throws IOException {
        if (reply instanceof ServerError error) {
            throw new WireException(Troubles.of(error));
        }
        if (reply instanceof List<?> parts && parts.size() == 3 && parts.get(0) instanceof byte[] kind) {
            String name = text(kind);
            if (name.equals("message") && parts.get(2) instanceof byte[] payload) {
                subscriber.message(text((byte[]) parts.get(1)), payload);
            } else if (name.equals("subscribe")) {
                subscriber.subscribed(text((byte[]) parts.get(1)));
            }
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
