package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.memory.MovableTime;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Trouble;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A node trusts its subscription once the server that grants locks has counted it. */
class ListeningCheckTest {

    private static final Outcome<Object> LISTENS = new Outcome.Done<>(1L);
    private static final Outcome<Object> NOBODY = new Outcome.Done<>(0L);
    private static final Outcome<Object> MUTE = new Outcome.Done<>(-1L);
    private static final Outcome<Object> SILENCE = new Outcome.Failed<>(
            new Trouble(Trouble.Kind.UNAVAILABLE, "LOST", "the connection was lost", "wait", true, null));
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration CHECK_EVERY = Duration.ofSeconds(30);

    private final MovableTime time = new MovableTime();
    private final CountedSubscription subscription = new CountedSubscription();
    private Outcome<Object> answer = LISTENS;
    private Runnable whileAsked = () -> {};
    private int asked;
    private int changes;

    private final ListeningCheck check = check(true);

    private ListeningCheck check(boolean counts) {
        ListeningCheck made = new ListeningCheck("node", time, this::ask, counts, () -> changes++);
        made.over(subscription);
        return made;
    }

    private Reply<Object> ask() {
        asked++;
        whileAsked.run();
        return Reply.of(answer);
    }

    @Test
    void aConfirmedSubscriptionIsTrustedOnceTheServerHasCountedIt() {
        assertThat(check.isListening()).isFalse();
        check.subscribed();
        assertThat(check.isListening()).isTrue();
        assertThat(check.isCertain()).isTrue();
        assertThat(changes).isEqualTo(1);
    }

    @Test
    void aSubscriptionThatTheServerDoesNotCountIsMadeAgainAfterAPause() {
        answer = NOBODY;
        check.subscribed();
        assertThat(check.isListening()).isFalse();
        assertThat(check.isCertain()).isFalse();
        assertThat(subscription.reconnects).isZero();
        time.advance(LONGEST_PAUSE);
        assertThat(subscription.reconnects).isEqualTo(1);
    }

    @Test
    void thePauseGrowsSoThatNobodyReconnectsAllTheTime() {
        answer = NOBODY;
        for (int i = 0; i < 20; i++) {
            check.subscribed();
            time.advance(LONGEST_PAUSE);
        }
        check.subscribed();
        int before = subscription.reconnects;
        time.advance(LONGEST_PAUSE.dividedBy(2).minusMillis(1));
        assertThat(subscription.reconnects).isEqualTo(before);
    }

    @Test
    void aConnectionThatWasMadeAgainMakesMessagesHintsUntilItIsCounted() {
        check.subscribed();
        answer = SILENCE;
        check.remade();
        assertThat(check.isCertain()).isFalse();
        assertThat(check.isListening()).isTrue();
        answer = LISTENS;
        time.advance(LONGEST_PAUSE);
        assertThat(check.isCertain()).isTrue();
    }

    @Test
    void requestsThatMovedToAnotherServerAreFoundOut() {
        check.subscribed();
        answer = NOBODY;
        check.remade();
        assertThat(check.isListening()).isFalse();
        assertThat(changes).isEqualTo(2);
    }

    @Test
    void aMoveThatNothingAnnouncedIsFoundOutNowAndThen() {
        check.subscribed();
        answer = NOBODY;
        time.advance(CHECK_EVERY);
        assertThat(check.isListening()).isFalse();
    }

    @Test
    void aCountThatWasAskedForBeforeTheSubscriptionBrokeIsOutOfDate() {
        check.subscribed();
        whileAsked = check::interrupted;
        check.remade();
        assertThat(check.isListening()).isFalse();
        assertThat(check.isCertain()).isFalse();
    }

    @Test
    void aConnectionThatIsMadeAgainDuringACheckIsCheckedAfterIt() {
        whileAsked = () -> {
            whileAsked = () -> {};
            check.remade();
        };
        check.subscribed();
        assertThat(asked).isEqualTo(2);
        assertThat(check.isCertain()).isTrue();
    }

    @Test
    void anInterruptedSubscriptionIsNotTrusted() {
        check.subscribed();
        check.interrupted();
        assertThat(check.isListening()).isFalse();
        time.advance(CHECK_EVERY);
        assertThat(check.isListening()).isFalse();
        assertThat(subscription.reconnects).isZero();
    }

    @Test
    void aClusterCountsNobody() {
        ListeningCheck cluster = check(false);
        answer = NOBODY;
        cluster.subscribed();
        assertThat(cluster.isListening()).isTrue();
        time.advance(CHECK_EVERY);
        assertThat(cluster.isListening()).isTrue();
        assertThat(subscription.reconnects).isZero();
    }

    @Test
    void waitersPollWhileTheServerRefusesToPublish() {
        check.subscribed();
        answer = MUTE;
        check.mute();
        assertThat(check.isListening()).isFalse();
        assertThat(changes).isEqualTo(2);
        time.advance(LONGEST_PAUSE);
        assertThat(subscription.reconnects)
                .as("a new subscription would not help")
                .isZero();
        answer = LISTENS;
        time.advance(LONGEST_PAUSE);
        assertThat(check.isListening()).isTrue();
    }

    @Test
    void aClusterMayRefuseToPublishToo() {
        ListeningCheck cluster = check(false);
        answer = MUTE;
        cluster.subscribed();
        assertThat(cluster.isListening()).isFalse();
        cluster.interrupted();
        answer = NOBODY;
        cluster.subscribed();
        assertThat(cluster.isListening()).isTrue();
    }

    @Test
    void afterCloseNothingIsAsked() {
        check.subscribed();
        check.close();
        int before = asked;
        check.remade();
        time.advance(CHECK_EVERY);
        assertThat(asked).isEqualTo(before);
    }

    private static final class CountedSubscription implements Driver.Subscription {

        private int reconnects;

        @Override
        public void add(String channel) {}

        @Override
        public void remove(String channel) {}

        @Override
        public void reconnect() {
            reconnects++;
        }

        @Override
        public void close() {}
    }
}
