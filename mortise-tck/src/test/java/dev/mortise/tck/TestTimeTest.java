package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TestTimeTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final TestTime time = new TestTime();

    @Test
    void itRunsAndSkips() {
        long before = time.nanos();
        long wallBefore = time.wallMillis();
        time.skip(HOUR);
        assertThat(time.nanos() - before).isGreaterThanOrEqualTo(HOUR.toNanos());
        assertThat(time.wallMillis() - wallBefore).isGreaterThanOrEqualTo(HOUR.toMillis());
        Eventually.eventually("it runs on", () -> time.nanos() - before > HOUR.toNanos() + 1);
    }

    @Test
    void whatIsDueRunsOnceInItsOrder() throws Exception {
        List<String> ran = new CopyOnWriteArrayList<>();
        CountDownLatch last = new CountDownLatch(1);
        time.schedule(time.nanos() + HOUR.toNanos() * 3 / 4, () -> {
            ran.add("second");
            last.countDown();
        });
        time.schedule(time.nanos() + HOUR.toNanos() / 2, () -> ran.add("first"));
        time.schedule(time.nanos() + HOUR.toNanos() * 2, () -> ran.add("too early"));
        time.schedule(time.nanos() + HOUR.toNanos() / 2, () -> ran.add("cancelled"))
                .cancel();
        assertThat(ran).isEmpty();
        time.skip(HOUR);
        assertThat(last.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).containsExactly("first", "second");
    }

    @Test
    void aSleeperWakesWhenItsTimeIsSkipped() throws Exception {
        long until = time.nanos() + HOUR.toNanos();
        Thread sleeper = new Thread(() -> {
            while (time.nanos() < until) {
                time.parkUntil(this, until);
            }
        });
        sleeper.start();
        Eventually.eventually("it sleeps", () -> sleeper.getState() == Thread.State.TIMED_WAITING);
        time.skip(HOUR);
        sleeper.join(20_000);
        assertThat(sleeper.isAlive()).isFalse();
    }

    @Test
    void whileItIsStoppedNothingIsDueButWhatIsSkipped() throws Exception {
        CountDownLatch early = new CountDownLatch(1);
        CountDownLatch late = new CountDownLatch(1);
        time.stop();
        long stopped = time.nanos();
        long wall = time.wallMillis();
        time.schedule(stopped + HOUR.toNanos(), early::countDown);
        time.schedule(stopped + HOUR.toNanos() + TimeUnit.MILLISECONDS.toNanos(1), late::countDown);
        time.skip(HOUR);
        assertThat(early.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(time.nanos()).isEqualTo(stopped + HOUR.toNanos());
        assertThat(time.wallMillis()).isEqualTo(wall + HOUR.toMillis());
        assertThat(late.getCount())
                .as("a millisecond later, which does not pass")
                .isEqualTo(1);
        time.run();
        assertThat(late.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(time.nanos()).isGreaterThan(stopped + HOUR.toNanos());
    }

    @Test
    void aSleeperWakesWhenAStoppedTimeRuns() throws Exception {
        time.stop();
        long until = time.nanos() + 1;
        Thread sleeper = new Thread(() -> {
            while (time.nanos() < until) {
                time.parkUntil(this, until);
            }
        });
        sleeper.start();
        Eventually.eventually("it sleeps", () -> sleeper.getState() == Thread.State.WAITING);
        time.run();
        sleeper.join(20_000);
        assertThat(sleeper.isAlive()).isFalse();
    }
}
