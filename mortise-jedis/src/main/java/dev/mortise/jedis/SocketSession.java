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
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Listens on a socket of our own; pings when nothing comes, so that a half-open connection is found out. */
final class SocketSession implements MessageLoop.Session, Readers.Source {

    private final SocketWire wire;
    private final Channels channels;
    private final Readers readers;
    private final Set<String> asked = new HashSet<>();
    private final ReentrantLock sending = new ReentrantLock();
    private final int limitMillis;
    private final int quietMillis;
    private volatile Driver.@Nullable Subscriber subscriber;
    private volatile boolean answerDue;

    /** What a guest has found out, for the keeper to tell. */
    private volatile @Nullable IOException broken;

    SocketSession(SocketWire wire, Channels channels, Readers readers, int limitMillis, int quietMillis) {
        this.wire = wire;
        this.channels = channels;
        this.readers = readers;
        this.limitMillis = limitMillis;
        this.quietMillis = quietMillis;
    }

    @Override
    public void listen(Driver.Subscriber toBeTold) throws IOException {
        subscriber = toBeTold;
        match();
        answerDue = true;
        readers.keep(this);
        for (; ; ) {
            readers.enter();
            try {
                keep();
            } finally {
                readers.leave();
            }
        }
    }

    private void keep() throws IOException {
        boolean due = answerDue;
        IOException why = broken;
        if (why != null) {
            throw why;
        }
        if (readAll(due ? limitMillis : quietMillis)) {
            return;
        }
        if (due) {
            throw new SocketTimeoutException("no answer within " + limitMillis + " ms");
        }
        ping();
        answerDue = true;
    }

    @Override
    public boolean readAll(int waitMillis) throws IOException {
        try {
            Object reply = wire.read(waitMillis, limitMillis);
            if (reply == Wire.NOTHING_YET) {
                return false;
            }
            answerDue = false;
            heard(reply);
            while (wire.hasMore()) {
                heard(wire.read(limitMillis, limitMillis));
            }
            return true;
        } catch (IOException e) {
            broken = e;
            throw e;
        }
    }

    @Override
    public void nudge() {
        try {
            ping();
        } catch (IOException e) {
            cut();
        }
    }

    @Override
    public void match() {
        sending.lock();
        try {
            List<String> missing = channels.missing(asked);
            List<String> surplus = channels.surplus(asked);
            if (channels.isSharded()) {
                for (String channel : missing) {
                    send("SSUBSCRIBE", List.of(channel));
                }
                for (String channel : surplus) {
                    send("SUNSUBSCRIBE", List.of(channel));
                }
            } else {
                send("SUBSCRIBE", missing);
                send("UNSUBSCRIBE", surplus);
            }
        } catch (IOException e) {
            cut(); // the reader finds out, and the next session begins with all of them
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
        cut();
    }

    @Override
    public void cut() {
        wire.close();
        readers.end(this);
    }

    private void heard(@Nullable Object reply) throws IOException {
        if (reply instanceof ServerError error) {
            throw new WireException(Troubles.of(error));
        }
        if (reply instanceof List<?> parts
                && parts.size() == 3
                && parts.get(0) instanceof byte[] kind
                && parts.get(1) instanceof byte[] name) {
            String channel = text(name);
            Driver.Subscriber told = Objects.requireNonNull(subscriber);
            switch (text(kind)) {
                case "message", "smessage" -> told.message(channel, (byte[]) parts.get(2));
                case "subscribe", "ssubscribe" -> told.subscribed(channel);
                case "sunsubscribe" -> unsubscribed(channel);
                default -> {}
            }
        }
    }

    /** The server ends a channel by itself when it loses the slot. */
    private void unsubscribed(String channel) throws IOException {
        sending.lock();
        try {
            if (asked.contains(channel)) {
                throw new IOException("the slot of a channel has another master");
            }
        } finally {
            sending.unlock();
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
