package dev.mortise.springdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.redis.WireException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A factory may block for as long as its settings allow, as in a network that swallows everything. */
class AttemptsTest {

    private final Attempts attempts = new Attempts();
    private final CountDownLatch answer = new CountDownLatch(1);

    @Test
    void oneThatIsNotAnsweredHoldsUpNoOther() throws Exception {
        CompletableFuture<Integer> stuck = begin(1);
        assertThat(attempts.begin("quick", () -> 2).get(20, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(stuck).isNotDone();
        answer.countDown();
        assertThat(stuck.get(20, TimeUnit.SECONDS)).isEqualTo(1);
        attempts.awaitEnd(Duration.ofSeconds(20));
    }

    @Test
    void aFactoryThatAnswersNoneIsNotAskedForEver() throws Exception {
        List<CompletableFuture<Integer>> stuck = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            stuck.add(begin(i));
        }
        assertThatThrownBy(() -> begin(16).get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(WireException.class)
                .hasMessageContaining("does not answer");
        answer.countDown();
        for (CompletableFuture<Integer> each : stuck) {
            each.get(20, TimeUnit.SECONDS);
        }
        attempts.awaitEnd(Duration.ofSeconds(20));
        assertThat(begin(17).get(20, TimeUnit.SECONDS)).isEqualTo(17);
    }

    private CompletableFuture<Integer> begin(int result) {
        return attempts.begin("stuck", () -> {
            answer.await();
            return result;
        });
    }
}
