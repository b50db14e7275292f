package dev.mortise.jedis;

import dev.mortise.redis.Driver;
import dev.mortise.redis.ServerError;
import dev.mortise.redis.Troubles;
import dev.mortise.redis.Wire;
import dev.mortise.redis.WireException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Listens on a socket of our own; pings when nothing comes, so that a half-open connection is found out. */
final class SocketSession implements MessageLoop.Session {

    private final SocketWire wire;
    private final String channel;
    private final int limitMillis;
    private final int quietMillis;

    SocketSession(SocketWire wire, String channel, int limitMillis, int quietMillis) {
        this.wire = wire;
        this.channel = channel;
        this.limitMillis = limitMillis;
        this.quietMillis = quietMillis;
    }

    @Override
    public void listen(Driver.Subscriber subscriber) throws IOException {
        wire.write("SUBSCRIBE", channel);
        wire.flush();
        boolean answerDue = true;
        for (; ; ) {
            Object reply = wire.read(answerDue ? limitMillis : quietMillis, limitMillis);
            if (reply != Wire.NOTHING_YET) {
                answerDue = false;
                heard(reply, subscriber);
            } else if (answerDue) {
                throw new SocketTimeoutException("no answer within " + limitMillis + " ms");
            } else {
                wire.write("PING");
                wire.flush();
                answerDue = true;
            }
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
            String name = new String(kind, StandardCharsets.US_ASCII);
            if (name.equals("message") && parts.get(2) instanceof byte[] payload) {
                subscriber.message(payload);
            } else if (name.equals("subscribe")) {
                subscriber.subscribed();
            }
        }
    }
}
