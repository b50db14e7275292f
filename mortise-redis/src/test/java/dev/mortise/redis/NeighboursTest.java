package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.LossCause;
import dev.mortise.memory.MovableTime;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Signals;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On which channels a node listens in Redisson's naming, what it makes of messages, and when it stays out. */
class NeighboursTest {

    private static final byte[] FREE = "0".getBytes(StandardCharsets.UTF_8);

    private final RedissonNaming naming = new RedissonNaming("mortise:");
    private final MovableTime time = new MovableTime();
    private final Told told = new Told();
    private final Channels channels = new Channels();
    private final Neighbours neighbours = new Neighbours(time, told);
    private final Map<String, LockId> ids = new HashMap<>();
    private long asks;

    NeighboursTest() {
        neighbours.over(channels);
    }

    @AfterEach
    void close() {
        neighbours.close();
    }

    @Test
    void whoIsGrantedDoesNotListen() {
        answer(ask("a"), new Answer.Granted(1));
        assertThat(channels.open).isEmpty();
    }

    @Test
    void whoIsRefusedListensAndLooksOnceThatIsConfirmed() {
        refuse("a");
        assertThat(channels.open).containsExactly("redisson_lock__channel:{a}");
        assertThat(neighbours.hears(keys("a"))).isFalse();
        neighbours.subscribed("redisson_lock__channel:{a}");
        assertThat(neighbours.hears(keys("a"))).isTrue();
        assertThat(told.events).containsExactly("look a");
        neighbours.interrupted();
        assertThat(neighbours.hears(keys("a"))).isFalse();
    }

    @Test
    void aReleaseIsALookAndAnythingElseIsNot() {
        listen("a");
        neighbours.message("redisson_lock__channel:{a}", "hello".getBytes(StandardCharsets.UTF_8));
        neighbours.message("redisson_lock__channel:{other}", FREE);
        assertThat(told.events).isEmpty();
        neighbours.message("redisson_lock__channel:{a}", FREE);
        assertThat(told.events).containsExactly("look a");
    }

    @Test
    void namesThatShareAChannelAreBothTold() {
        listen("a");
        listen("{a}");
        assertThat(channels.open).containsExactly("redisson_lock__channel:{a}");
        told.events.clear();
        neighbours.message("redisson_lock__channel:{a}", FREE);
        assertThat(told.events).containsExactlyInAnyOrder("look a", "look {a}");
        assertThat(text(keys("a").all()))
                .doesNotContainAnyElementsOf(text(keys("{a}").all()));
    }

    @Test
    void aReleaseOfSomebodyElseMakesAHolderLookAfterItsGrant() {
        listen("a");
        Ask granted = ask("a");
        answer(granted, new Answer.Granted(1));
        neighbours.message("redisson_lock__channel:{a}", FREE);
        assertThat(told.events).containsExactly("lost a " + granted.number(), "look a");
    }

    @Test
    void theOwnReleaseIsNoForeignOne() {
        listen("a");
        Ask granted = ask("a");
        answer(granted, new Answer.Granted(1));
        assertThat(neighbours.releasing(keys("a"), granted.number())).isTrue();
        neighbours.released(keys("a"), 2, true);
        assertThat(millisOut("a")).isPositive();
        neighbours.message("redisson_lock__channel:{a}", FREE);
        assertThat(millisOut("a"))
                .as("its echo does not end the turn of others")
                .isPositive();
        neighbours.message("redisson_lock__channel:{a}", FREE);
        assertThat(millisOut("a")).as("they had it").isZero();
    }

    @Test
    void nobodyStaysOutWhenNobodyElseHasHeard() {
        neighbours.released(keys("a"), 0, false);
        neighbours.released(keys("b"), 1, true);
        assertThat(millisOut("a")).isZero();
        assertThat(millisOut("b")).isZero();
    }

    @Test
    void stayingOutEndsSoon() {
        neighbours.released(keys("a"), 1, false);
        assertThat(millisOut("a")).isBetween(1L, 5L);
        time.advance(Duration.ofMillis(4));
        assertThat(millisOut("a")).isZero();
    }

    @Test
    void anAskThatWasSentIsNeverAnsweredHere() {
        Ask sent = ask("a");
        keys("a").unanswered = sent.number();
        neighbours.released(keys("a"), 1, false);
        assertThat(neighbours.millisOut(sent, keys("a"))).isZero();
        assertThat(millisOut("a")).isPositive();
    }

    @Test
    void aNodeListensOnForAWhileAfterItsLastRefusalOnly() {
        listen("a");
        for (int i = 0; i < 10; i++) {
            time.advance(Duration.ofSeconds(3));
            refuse("a");
        }
        assertThat(channels.open).hasSize(1);
        time.advance(Duration.ofNanos(LockChannels.LINGER_NANOS));
        time.advance(Duration.ofNanos(LockChannels.LINGER_NANOS));
        assertThat(channels.open).isEmpty();
        assertThat(neighbours.hears(keys("a"))).isFalse();
    }

    @Test
    void ofTooManyChannelsTheOldestEndEarlyUnlessSomebodyMayWait() {
        for (int i = 0; i < LockChannels.MOST_CHANNELS; i++) {
            refuse("old" + i);
        }
        refuse("a");
        assertThat(channels.open).as("all may be waited for").hasSize(LockChannels.MOST_CHANNELS + 1);
        time.advance(Duration.ofSeconds(6));
        refuse("b");
        assertThat(channels.open)
                .hasSize(LockChannels.MOST_CHANNELS)
                .doesNotContain("redisson_lock__channel:{old0}", "redisson_lock__channel:{old1}")
                .contains("redisson_lock__channel:{b}");
    }

    private void listen(String name) {
        refuse(name);
        neighbours.subscribed(keys(name).channel);
        told.events.clear();
    }

    private void refuse(String name) {
        answer(ask(name), new Answer.Refused(1_000, false));
    }

    private void answer(Ask ask, Answer answer) {
        neighbours.answered(ask, keys(ask.lock().name()), new Outcome.Done<>(answer));
    }

    private long millisOut(String name) {
        return neighbours.millisOut(ask(name), keys(name));
    }

    private Ask ask(String name) {
        return new Ask(id(name), ++asks, "1", 1_000, true, false);
    }

    private LockId id(String name) {
        return ids.computeIfAbsent(name, each -> new LockId("lock", each));
    }

    private SharedKeys keys(String name) {
        return (SharedKeys) naming.keys(id(name));
    }

    private static List<String> text(byte[][] keys) {
        return Arrays.stream(keys)
                .map(key -> new String(key, StandardCharsets.UTF_8))
                .toList();
    }

    private static final class Channels implements Driver.Subscription {
        final Set<String> open = new LinkedHashSet<>();

        @Override
        public void add(String channel) {
            assertThat(open.add(channel)).as(channel).isTrue();
        }

        @Override
        public void remove(String channel) {
            assertThat(open.remove(channel)).as(channel).isTrue();
        }

        @Override
        public void reconnect() {}

        @Override
        public void close() {}
    }

    private static final class Told implements Signals {
        final List<String> events = new ArrayList<>();

        @Override
        public void look(LockId lock) {
            events.add("look " + lock.name());
        }

        @Override
        public void granted(LockId lock, Pushed grant) {
            events.add("granted " + lock.name() + " " + grant.ask());
        }

        @Override
        public void lookAll() {
            events.add("look at all");
        }

        @Override
        public void lost(LockId lock, long ask, LossCause cause) {
            events.add("lost " + lock.name() + " " + ask);
        }
    }
}
