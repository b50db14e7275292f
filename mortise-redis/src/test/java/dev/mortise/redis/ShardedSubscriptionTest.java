package dev.mortise.redis;

import static dev.mortise.redis.FakeServers.A;
import static dev.mortise.redis.FakeServers.B;
import static dev.mortise.redis.FakeServers.C;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.memory.MovableTime;
import dev.mortise.redis.FakeServers.FakeSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where sharded channels are listened on, and what is told when their slots get other masters. */
class ShardedSubscriptionTest {

    private static final String LOWER = "mortise:{b}:node";
    private static final String UPPER = "mortise:{a}:node";

    private final FakeServers servers = new FakeServers();
    private final List<String> told = new ArrayList<>();
    private final MasterWatch watch = new MasterWatch(
            new ClusterTopology(servers, List.of(A)),
            new MovableTime(),
            Duration.ofSeconds(1),
            "sharded-test",
            masters -> {});
    private final ShardedSubscription subscription =
            new ShardedSubscription(servers, watch, "own:", new Told(), Duration.ofSeconds(1), "sharded-test");

    @AfterEach
    void close() {
        subscription.close();
        watch.close();
    }

    @Test
    void eachChannelIsAtTheMasterOfItsSlot() {
        assertThat(servers.listening).isEmpty();
        subscription.add(LOWER);
        subscription.add(UPPER);
        subscription.add(UPPER);
        assertThat(servers.listening).extracting(one -> one.at).containsExactly(A, B);
        assertThat(at(A).channels).hasSize(2).contains(LOWER);
        assertThat(at(B).channels).hasSize(2).contains(UPPER);
        subscription.remove(UPPER);
        assertThat(at(B).channels).as("a connection keeps a channel of its own").hasSize(1);
    }

    @Test
    void theChannelOfAConnectionIsInASlotOfItsMaster() {
        subscription.add(LOWER);
        subscription.add(UPPER);
        for (FakeSubscription one : servers.listening) {
            String own = one.channels.stream()
                    .filter(channel -> channel.startsWith("own:"))
                    .findFirst()
                    .orElseThrow();
            assertThat(watch.masters().of(RedisStore.bytes(own))).isEqualTo(one.at);
        }
    }

    @Test
    void channelsFollowTheirSlots() throws Exception {
        subscription.add(LOWER);
        subscription.add(UPPER);
        FakeSubscription before = at(B);
        before.subscriber.subscribed(UPPER);
        subscription.follow(masters(A, C));
        assertThat(told).containsExactly("confirmed " + UPPER, "interrupted " + UPPER);
        assertThat(at(C).channels).contains(UPPER);
        assertThat(at(A).channels).contains(LOWER);
        before.subscriber.subscribed(UPPER);
        assertThat(told).as("the old master confirms nothing any more").hasSize(2);
        at(C).subscriber.subscribed(UPPER);
        assertThat(told).endsWith("confirmed " + UPPER);
        subscription.close();
        assertThat(servers.listening).allMatch(one -> one.closed);
    }

    @Test
    void aConfirmationThatComesAtOnceIsNotForgotten() throws Exception {
        subscription.add(UPPER);
        servers.confirming = true;
        subscription.follow(masters(A, C));
        assertThat(told).containsExactly("interrupted " + UPPER, "confirmed " + UPPER);
    }

    @Test
    void aLostConnectionInterruptsItsOwnChannelsOnly() {
        subscription.add(LOWER);
        subscription.add(UPPER);
        at(A).subscriber.interrupted();
        assertThat(told).containsExactly("interrupted " + LOWER);
    }

    private FakeSubscription at(ServerAddress server) {
        return servers.listening.stream()
                .filter(one -> one.at.equals(server))
                .findFirst()
                .orElseThrow();
    }

    private Masters masters(ServerAddress lower, ServerAddress upper) throws Exception {
        servers.masters = List.of(lower, upper);
        return new ClusterTopology(servers, List.of(A)).find(Set.of(), Duration.ofSeconds(1));
    }

    private final class Told implements Driver.Subscriber {

        @Override
        public void subscribed(String channel) {
            told.add("confirmed " + channel);
        }

        @Override
        public void interrupted(String channel) {
            told.add("interrupted " + channel);
        }

        @Override
        public void interrupted() {
            throw new AssertionError("told of each channel");
        }

        @Override
        public void message(String channel, byte[] payload) {}
    }
}
