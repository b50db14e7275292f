package dev.mortise.tck.faults;

import static dev.mortise.tck.Eventually.eventually;
import static dev.mortise.tck.Eventually.never;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.tck.Pending;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.Signals;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/**
 * A client's process is paused, as by a long garbage collection or a suspended machine, for parts of a lease and for more
 * than one. Two at a time, each with a lock of its own.
 */
@Tag("timing")
public abstract class PauseFaults extends FaultGroup {

    /** Of a hold that is to be kept: two thirds of it outlast the stalls of a busy machine. */
    private static final Duration KEPT = Duration.ofSeconds(9);

    private static final int MOST_TRIES = 5;

    /** Of a hold that is to be lost. */
    private static final Duration LOST = Duration.ofMillis(1200);

    protected PauseFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void forATenthAndForHalfALeaseKeepTheHold() throws Exception {
        Pending<@Nullable Void> tenth = actor().start(() -> kept("tenth", KEPT.dividedBy(10)));
        kept("half", KEPT.dividedBy(2)); // takes longer, and longer than one call may if it is repeated
        tenth.join();
    }

    @FaultTest
    void forOneAndAHalfAndForThreeLeasesLoseTheHoldAndAreTold() throws Exception {
        Pending<@Nullable Void> oneAndAHalf = actor().start(() -> lost("more", LOST.plus(LOST.dividedBy(2))));
        Pending<@Nullable Void> three = actor().start(() -> lost("three", LOST.multipliedBy(3)));
        oneAndAHalf.join();
        three.join();
    }

    private void kept(String which, Duration pause) throws Exception {
        DistributedLock elsewhere = lockElsewhere(which);
        for (int tries = 1; !isKept(elsewhere, pause); tries++) {
            assertThat(tries)
                    .as("tries in which the machine stalled during the pause or after it")
                    .isLessThan(MOST_TRIES);
        }
        assertNothingKept(elsewhere);
    }

    /** Whether the hold outlives the pause. It may end only if the machine stalls, so that the process does not write meanwhile. */
    private boolean isKept(DistributedLock elsewhere, Duration pause) throws Exception {
        try (HolderProcess process = started(elsewhere, KEPT)) {
            long stopped = stopJustRenewed(process, elsewhere, KEPT);
            never(pause, "free", () -> ttl(elsewhere) == -2 && since(stopped).compareTo(pause) < 0);
            int before = process.lines().size();
            Signals.resume(process.pid());
            eventually("renewed, or lost", () -> ttl(elsewhere) > KEPT.toMillis() - 500 || process.said("lost"));
            long wrote = writesAfter(process, before).size() * HolderProcess.WRITE_EVERY_MILLIS;
            Duration stalled = since(stopped).minus(pause).minusMillis(wrote);
            String outcome = process.unlock();
            if (outcome.equals("unlock lost") && stalled.toSeconds() > 0) {
                return false;
            }
            assertThat(outcome).isEqualTo("unlock released");
            assertThat(process.said("lost")).isFalse();
            return true;
        }
    }

    private void lost(String which, Duration pause) throws Exception {
        DistributedLock elsewhere = lockElsewhere(which);
        try (HolderProcess process = started(elsewhere, LOST)) {
            long stopped = stopJustRenewed(process, elsewhere, LOST);
            assertThat(elsewhere.tryLock(LOST.plus(LONG_WAIT)))
                    .as("another gets in")
                    .isTrue();
            assertNotStuck(LOST, stopped);
            Hold next = elsewhere.hold().orElseThrow();
            SafetyViolation.check(
                    next.token() > process.token(),
                    "The token " + next.token() + " was given after " + process.token() + ".");
            never(pause.minus(since(stopped)), "lost too", () -> !next.isValid());
            int before = process.lines().size();
            Signals.resume(process.pid());
            eventually("told", () -> process.said("lost"));
            eventually("writes again", () -> writesAfter(process, before).size() > 2);
            List<String> late = writesAfter(process, before);
            SafetyViolation.checked(() -> {
                assertThat(late)
                        .as("writes with a stale token, at a resource that has seen %d", next.token())
                        .noneMatch(write -> Long.parseLong(write.split(" ", -1)[1]) >= next.token());
                // the first may have looked before the pause
                assertThat(late.subList(1, late.size()))
                        .as("writes, and whether the writer believes in its hold")
                        .allMatch(write -> write.endsWith(" false"));
            });
            assertThat(process.unlock()).isEqualTo("unlock lost");
            assertHeldOnce(elsewhere, node().lock(elsewhere.name()));
            elsewhere.unlock();
        }
        assertNothingKept(elsewhere);
    }

    private DistributedLock lockElsewhere(String which) {
        return nodeElsewhere(builder -> builder.requestLimit(LONG_WAIT)).lock(name() + "-" + which);
    }

    private HolderProcess started(DistributedLock lock, Duration lease) throws IOException {
        HolderProcess process = HolderProcess.start(server().uri(), lock.name(), lease);
        eventually("it has the lock and writes", () -> process.said("write"));
        return process;
    }

    /** Stops the process when its lease has just been set, so that three quarters of it are left at the time that is returned. */
    private long stopJustRenewed(HolderProcess process, DistributedLock lock, Duration lease) {
        long[] stopped = new long[1];
        eventually("stopped in time", () -> {
            eventually("just renewed", () -> ttl(lock) > lease.toMillis() - 50);
            Signals.stop(process.pid());
            stopped[0] = System.nanoTime();
            boolean inTime = ttl(lock) > lease.toMillis() * 3 / 4;
            if (!inTime) {
                Signals.resume(process.pid());
            }
            return inTime;
        });
        return stopped[0];
    }

    private long ttl(DistributedLock lock) {
        return ttl(keyOf(lock.name()));
    }

    private static List<String> writesAfter(HolderProcess process, int before) {
        List<String> lines = List.copyOf(process.lines());
        return lines.subList(before, lines.size()).stream()
                .filter(line -> line.startsWith("write "))
                .toList();
    }
}
