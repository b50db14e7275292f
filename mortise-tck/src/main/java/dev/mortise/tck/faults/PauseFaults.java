package dev.mortise.tck.faults;

import static dev.mortise.tck.Eventually.eventually;
import static dev.mortise.tck.Eventually.never;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.tck.server.Signals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A client's process is paused, as by a long garbage collection or a suspended machine, for parts of a lease and more. */
public abstract class PauseFaults extends FaultGroup {

    private static final Duration LEASE = Duration.ofMillis(1500);

    protected PauseFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void forATenthOfALeaseKeepsTheHold() throws Exception {
        kept(LEASE.dividedBy(10));
    }

    @FaultTest
    void forHalfALeaseKeepsTheHold() throws Exception {
        kept(LEASE.dividedBy(2));
    }

    @FaultTest
    void forOneAndAHalfLeasesLosesTheHoldAndIsTold() throws Exception {
        lost(LEASE.multipliedBy(3).dividedBy(2));
    }

    @FaultTest
    void forThreeLeasesLosesTheHoldAndIsTold() throws Exception {
        lost(LEASE.multipliedBy(3));
    }

    private void kept(Duration pause) throws Exception {
        DistributedLock elsewhere = elsewhere();
        try (HolderProcess process = started()) {
            stopJustRenewed(process);
            never(pause, "free", () -> !elsewhere.isLocked());
            Signals.resume(process.pid());
            never(LEASE, "free or told", () -> !elsewhere.isLocked() || process.said("lost"));
            process.unlock();
            eventually("its last word", () -> process.outcome() != null);
            assertThat(process.outcome()).isEqualTo("unlock released");
            assertThat(process.said("lost")).isFalse();
        }
        assertNothingKept(elsewhere);
    }

    private void lost(Duration pause) throws Exception {
        DistributedLock elsewhere = elsewhere();
        List<Long> written = new ArrayList<>();
        try (HolderProcess process = started()) {
            stopJustRenewed(process);
            long stopped = System.nanoTime();
            assertThat(elsewhere.tryLock(LEASE.plus(WAITERS_BOUND)))
                    .as("another gets in")
                    .isTrue();
            assertThat(since(stopped)).isLessThan(LEASE.plus(MARGIN));
            Hold next = elsewhere.hold().orElseThrow();
            assertThat(next.token()).isGreaterThan(process.token());
            never(pause.minus(since(stopped)), "lost too", () -> !next.isValid());
            int before = process.lines().size();
            Signals.resume(process.pid());
            eventually("told", () -> process.said("lost"));
            eventually("writes again", () -> writesAfter(process, before).size() > 2);
            written.add(next.token());
            List<String> late = writesAfter(process, before);
            assertThat(late)
                    .allSatisfy(line -> assertThat(accepts(written, line))
                            .as("a write with a stale token")
                            .isFalse());
            // the first may have looked before the pause
            assertThat(late.subList(1, late.size()))
                    .allSatisfy(line -> assertThat(line).endsWith(" false"));
            process.unlock();
            eventually("its last word", () -> process.outcome() != null);
            assertThat(process.outcome()).isEqualTo("unlock lost");
            assertHeldOnce(elsewhere, newLock());
            elsewhere.unlock();
        }
        assertNothingKept(elsewhere);
    }

    private HolderProcess started() throws Exception {
        HolderProcess process = HolderProcess.start(server().uri(), name(), LEASE);
        eventually("it has the lock", () -> process.said("held"));
        return process;
    }

    /** Stops the process when its lease has just been set, so that all of it is left. */
    private void stopJustRenewed(HolderProcess process) {
        eventually("stopped in time", () -> {
            long before = ttl();
            eventually("renewed", () -> ttl() > before + 50);
            Signals.stop(process.pid());
            boolean inTime = ttl() > LEASE.toMillis() * 3 / 4;
            if (!inTime) {
                Signals.resume(process.pid());
            }
            return inTime;
        });
    }

    private static List<String> writesAfter(HolderProcess process, int before) {
        List<String> lines = List.copyOf(process.lines());
        return lines.subList(before, lines.size()).stream()
                .filter(line -> line.startsWith("write "))
                .toList();
    }

    /** What a resource does that compares tokens. */
    private static boolean accepts(List<Long> written, String write) {
        long token = Long.parseLong(write.split(" ")[1]);
        return written.stream().allMatch(seen -> token >= seen);
    }
}
