package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.memory.MemoryServer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class SafetyViolationTest {

    private static final String MARKER = "mortise.violations";

    @TempDir
    Path folder;

    private Path marker;
    private String before;

    @BeforeEach
    void recordElsewhere() {
        marker = folder.resolve("some/violations.txt");
        before = System.getProperty(MARKER, "");
        System.setProperty(MARKER, marker.toString());
    }

    @AfterEach
    void recordAsBefore() {
        System.setProperty(MARKER, before);
    }

    @Test
    void eachViolationIsRecordedWithItsStackAsSoonAsItIsMade() {
        assertThat(new SafetyViolation("two owners")).hasMessage("two owners");
        assertThatThrownBy(() -> SafetyViolation.check(false, "the token fell")).isInstanceOf(SafetyViolation.class);
        assertThat(marker)
                .content()
                .contains("SafetyViolation: two owners")
                .contains("SafetyViolation: the token fell")
                .contains("eachViolationIsRecordedWithItsStackAsSoonAsItIsMade");
    }

    @Test
    void whatHoldsIsNotRecorded() {
        SafetyViolation.check(true, "two owners");
        SafetyViolation.checked(() -> assertThat(1).isEqualTo(1));
        assertThat(marker).doesNotExist();
    }

    @Test
    void nothingIsWrittenWithoutTheProperty() {
        System.setProperty(MARKER, "");
        assertThatCode(() -> new SafetyViolation("two owners")).doesNotThrowAnyException();
        assertThat(marker).doesNotExist();
    }

    @Test
    void aFailedAssertionAboutSafetyIsOneViolation() {
        assertThatThrownBy(() -> SafetyViolation.checked(() -> Assertions.fail("an update was lost")))
                .isInstanceOf(SafetyViolation.class)
                .hasMessage("an update was lost");
        assertThatThrownBy(() -> SafetyViolation.checked(() -> {
                    throw new SafetyViolation("a token fell");
                }))
                .hasMessage("a token fell");
        assertThat(marker).content().containsOnlyOnce("a token fell");
    }

    @Test
    void aRerunDoesNotHideAViolation() {
        Flaky.runs.set(0);
        assertThat(run(Flaky.class).failed().count()).isEqualTo(2);
        assertThat(run(Flaky.class).failed().count()).as("rerun").isEqualTo(1);
        assertThat(Flaky.runs)
                .as("the test that violated safety does not run again")
                .hasValue(3);
    }

    @Test
    void aTestThatRunsIntoItsTimeOutIsStuck() {
        assertThat(run(Stuck.class).failed().count()).isEqualTo(1);
        assertThat(marker).content().contains("Stuck: 'waits()'");
    }

    @Test
    void aCallThatDoesNotEndInAFutureIsStuckAndASlowAnswerIsNot() {
        assertThat(run(StuckInAFuture.class).failed().count()).isEqualTo(2);
        assertThat(marker).content().contains("Stuck: 'joins()'").doesNotContain("isNotAnswered()");
    }

    @Test
    void aCleanUpThatRunsIntoItsTimeOutIsStuck() {
        run(StuckAfterAll.class);
        assertThat(marker).content().contains("Stuck: '").contains("StuckAfterAll.cleansUp");
    }

    @Test
    void aPreparationThatRunsIntoItsTimeOutIsNotStuckButAViolationInItCounts() {
        run(SlowBeforeAll.class);
        assertThat(marker).doesNotExist();
        assertThat(run(ViolatedBeforeEach.class).failed().count()).isEqualTo(1);
        assertThat(marker).content().containsOnlyOnce("SafetyViolation: two owners");
    }

    @Test
    void aCallOnALostHoldThatReportsNothingIsAViolation() {
        assertThatThrownBy(() -> ContractGroup.assertLost(() -> {})).isInstanceOf(SafetyViolation.class);
        assertThat(marker).content().contains("a lost hold");
    }

    @Test
    void aCallOnALostHoldThatFailsForAnotherReasonIsNoViolation() {
        assertThatThrownBy(() -> ContractGroup.assertLost(() -> {
                    throw new IllegalStateException("no answer");
                }))
                .isInstanceOf(AssertionError.class);
        assertThat(marker).doesNotExist();
    }

    @Test
    void aLockThatTheStoreHasAfterItsReleaseIsAViolation() {
        try (Mortise node = Mortise.builder().store(new MemoryServer().store()).build()) {
            DistributedLock lock = node.lock("left");
            ContractGroup.assertUnlocked(lock);
            lock.lock();
            assertThatThrownBy(() -> ContractGroup.assertUnlocked(lock)).isInstanceOf(SafetyViolation.class);
            assertThat(marker).content().contains("'left'");
            lock.unlock();
        }
    }

    @Test
    void aValidHoldThatTheStoreDoesNotHaveIsAViolationAndALostOneIsNot() {
        try (Mortise node = Mortise.builder().store(new MemoryServer().store()).build()) {
            OwnedHold hold = node.lock("kept").acquire();
            ContractGroup.assertKept(hold, true);
            assertThatThrownBy(() -> ContractGroup.assertKept(hold, false)).isInstanceOf(SafetyViolation.class);
            hold.release();
            assertThatThrownBy(() -> ContractGroup.assertKept(hold, false)).isNotInstanceOf(SafetyViolation.class);
            assertThat(marker).content().containsOnlyOnce("SafetyViolation: ");
        }
    }

    private static Events run(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .configurationParameter("junit.jupiter.conditions.deactivate", "*")
                .selectors(selectClass(tests))
                .execute()
                .testEvents();
    }

    /** Run only from here: it is not public API of the suite, and its name does not end in Test. */
    static class Flaky {
        static final AtomicInteger runs = new AtomicInteger();

        @Test
        void violatesSafetyTheFirstTime() {
            if (runs.incrementAndGet() <= 2) {
                SafetyViolation.check(false, "two owners");
            }
        }

        @Test
        void failsTheFirstTime() {
            assertThat(runs.incrementAndGet()).isGreaterThan(2);
        }
    }

    /** Run only from here. */
    static class Stuck {
        @Test
        @Timeout(1)
        void waits() throws InterruptedException {
            Thread.currentThread().join();
        }
    }

    /** Run only from here. */
    static class StuckInAFuture {
        @Test
        void joins() {
            new CompletableFuture<>().orTimeout(1, TimeUnit.MILLISECONDS).join();
        }

        @Test
        void isNotAnswered() {
            throw new CompletionException(new IllegalStateException("no answer", new TimeoutException()));
        }
    }

    /** Run only from here. */
    static class StuckAfterAll {
        @Test
        void passes() {}

        @AfterAll
        @Timeout(1)
        static void cleansUp() throws InterruptedException {
            Thread.currentThread().join();
        }
    }

    /** Run only from here. */
    static class SlowBeforeAll {
        @BeforeAll
        @Timeout(1)
        static void starts() throws InterruptedException {
            Thread.currentThread().join();
        }

        @Test
        void passes() {}
    }

    /** Run only from here. */
    static class ViolatedBeforeEach {
        @BeforeEach
        void prepares() {
            SafetyViolation.check(false, "two owners");
        }

        @Test
        void passes() {}
    }
}
