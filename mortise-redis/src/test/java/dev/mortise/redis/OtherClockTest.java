package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.LossCause;
import dev.mortise.memory.MovableTime;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Node;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Signals;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.Time;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The time in a pushed grant is believed only while it is by the clock that the waiter was refused by. */
class OtherClockTest {

    private static final String CHANNEL = "mortise:node:abcdefghij";
    private static final byte[] GRANTED =
            "granted lock 7 1000 1700000000000000 1700000000000000 order".getBytes(StandardCharsets.UTF_8);

    private final List<String> told = new ArrayList<>();
    private Session session;

    @BeforeEach
    void open() {
        StoreContext context = new StoreContext(
                new Node("abcdefghij", "test"), "mortise:", Duration.ofSeconds(1), new MovableTime(), new Told());
        session = Session.open(new Quiet(), context, OwnNaming.classic("mortise:", false));
        session.subscribed(CHANNEL);
        told.clear();
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void aPushedGrantIsBelieved() {
        session.message(CHANNEL, GRANTED);
        assertThat(told).containsExactly("granted order");
    }

    @Test
    void afterTheMastersHaveChangedEverybodyLooks() {
        session.moved();
        session.message(CHANNEL, GRANTED);
        assertThat(told).containsExactly("look all", "look order");
    }

    @Test
    void afterAReconnectToo() {
        session.interrupted();
        session.subscribed(CHANNEL);
        told.clear();
        session.message(CHANNEL, GRANTED);
        assertThat(told).containsExactly("look order");
    }

    private final class Told implements Signals {

        @Override
        public void look(LockId lock) {
            told.add("look " + lock.name());
        }

        @Override
        public void lookAll() {
            told.add("look all");
        }

        @Override
        public void granted(LockId lock, Pushed grant) {
            told.add((grant.serverMicros() == Pushed.UNKNOWN ? "look " : "granted ") + lock.name());
        }

        @Override
        public void lost(LockId lock, long ask, LossCause cause) {
            told.add("lost " + lock.name());
        }
    }

    /** Answers 1 to everything, and says nothing by itself. */
    private static final class Quiet implements Driver, Link, Driver.Subscription {

        @Override
        public String describe() {
            return "nobody";
        }

        @Override
        public Link open(Time time, Duration requestLimit, String threadName) {
            return this;
        }

        @Override
        public Subscription listen(String channel, Subscriber subscriber, String threadName) {
            return this;
        }

        @Override
        public Reply<Object> send(Request request) {
            return Reply.of(new Outcome.Done<>(1L));
        }

        @Override
        public void add(String channel) {}

        @Override
        public void remove(String channel) {}

        @Override
        public void reconnect() {}

        @Override
        public void close() {}
    }
}
