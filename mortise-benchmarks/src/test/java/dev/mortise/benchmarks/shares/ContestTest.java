package dev.mortise.benchmarks.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class ContestTest {

    private static final Duration SHORT = Duration.ofMillis(50);

    @Test
    void everyTurnOfBothSidesIsCounted() throws Exception {
        Lock lock = new ReentrantLock(true);
        AtomicLong sections = new AtomicLong();

        Contest.Result result = new Contest(2, sections::incrementAndGet).run(lock, lock, SHORT);

        assertThat(result.first().turns()).isPositive();
        assertThat(result.second().turns()).isPositive();
        assertThat(result.turns()).isEqualTo(sections.get());
        assertThat(result.first().longestWait()).isPositive();
    }

    @Test
    void locksThatDoNotExcludeEachOtherAreReported() {
        assertThatThrownBy(() -> bothInside().run(new ReentrantLock(), new ReentrantLock(), SHORT))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("did not exclude");
    }

    @Test
    void aSecondOwnerIsReportedThoughTheFirstOneFailsToUnlock() {
        Lock lost = new ReentrantLock() {
            @Override
            public void unlock() {
                throw new IllegalMonitorStateException("lost");
            }
        };

        assertThatThrownBy(() -> bothInside().run(new ReentrantLock(), lost, SHORT))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("did not exclude")
                .satisfies(error -> assertThat(error.getSuppressed())
                        .singleElement()
                        .satisfies(failure -> assertThat(failure).hasMessage("lost")));
    }

    /** The first thread stays inside until the second one is inside, too. */
    private static Contest bothInside() {
        CountDownLatch bothInside = new CountDownLatch(2);
        return new Contest(1, () -> {
            bothInside.countDown();
            try {
                bothInside.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void aThreadThatFailsEndsTheContest() {
        Lock lock = new ReentrantLock();
        Contest contest = new Contest(1, () -> {
            throw new IllegalStateException("no server");
        });

        assertThatThrownBy(() -> contest.run(lock, lock, SHORT)).hasMessageContaining("no server");
    }
}
