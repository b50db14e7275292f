package dev.mortise.examples.interop;

import dev.mortise.Mutex;
import dev.mortise.MutexHold;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What a mutex and node-redlock do to each other on one key. */
final class Scenes {

    static final String KEY = "job:nightly";

    private static final String COUNTER = "counter";
    private static final int TIMES = 100;
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration BRIEF = Duration.ofMillis(500);
    private static final Duration WAIT = Duration.ofSeconds(20);

    private final RedisServer server;
    private final Mutex mutex;
    private final Checks checks;

    Scenes(RedisServer server, Mutex mutex, Checks checks) {
        this.server = server;
        this.mutex = mutex;
        this.checks = checks;
    }

    void theyExcludeUs(Peer peer) {
        checks.title("node-redlock holds the key");
        checks.that("node-redlock takes it", peer.tell("try " + KEY + " 10000").equals("granted"));
        checks.that("Mortise finds it busy", mutex.tryAcquire(LEASE).isEmpty());
        checks.that(
                "inspect() names another program", mutex.inspect().toString().contains("another program"));
        CompletableFuture<Optional<MutexHold>> waits = mutex.tryAcquireAsync(WAIT, LEASE);
        checks.that("node-redlock releases it", peer.tell("release").equals("released"));
        Optional<MutexHold> hold = waits.join();
        checks.that("Mortise, which waited, gets it", hold.isPresent());
        checks.that("and releases it", hold.isPresent() && hold.get().release());
    }

    void weExcludeThem(Peer peer) {
        checks.title("Mortise holds the key");
        Optional<MutexHold> hold = mutex.tryAcquire(LEASE);
        checks.that("Mortise takes it", hold.isPresent());
        checks.that(
                "node-redlock finds it busy", peer.tell("try " + KEY + " 10000").equals("busy"));
        checks.that("Mortise releases it", hold.isPresent() && hold.get().release());
        checks.that("node-redlock takes it", peer.tell("try " + KEY + " 10000").equals("granted"));
        checks.that("and releases it", peer.tell("release").equals("released"));
    }

    void lateReleasesHarmNobody(Peer peer) throws InterruptedException {
        checks.title("A release that comes too late");
        checks.that(
                "node-redlock takes it for half a second",
                peer.tell("try " + KEY + " " + BRIEF.toMillis()).equals("granted"));
        Optional<MutexHold> hold = mutex.tryAcquire(WAIT, LEASE);
        checks.that("it ends by itself, and Mortise gets it", hold.isPresent());
        peer.tell("release");
        checks.that("node-redlock's late release leaves Mortise's key", mutex.isLocked());
        checks.that(
                "Mortise's hold was its own to the end",
                hold.isPresent() && hold.get().release());

        Optional<MutexHold> brief = mutex.tryAcquire(BRIEF);
        CompletableFuture<String> taken = CompletableFuture.completedFuture("busy");
        while (taken.join().equals("busy")) {
            taken = peer.begin("try " + KEY + " 10000");
        }
        checks.that("the other way round node-redlock gets it", taken.join().equals("granted"));
        checks.that(
                "Mortise's late release says that it was not its own",
                brief.isPresent() && !brief.get().release());
        checks.that("and leaves node-redlock's key", mutex.isLocked());
        checks.that("which node-redlock releases", peer.tell("release").equals("released"));
    }

    void bothCount(Peer peer) {
        checks.title("Both add one to a counter, " + TIMES + " times each, by reading and writing it under the lock");
        server.command("SET", COUNTER, "0");
        CompletableFuture<String> theirs = peer.begin("count " + KEY + " " + COUNTER + " " + TIMES);
        for (int i = 0; i < TIMES; i++) {
            try (MutexHold hold = mutex.acquire(LEASE)) {
                long before = Long.parseLong(String.valueOf(server.command("GET", COUNTER)));
                server.command("SET", COUNTER, Long.toString(before + (hold.isValid() ? 1 : 0)));
            }
        }
        checks.that("node-redlock is done", theirs.join().equals("done"));
        Object sum = server.command("GET", COUNTER);
        checks.that(
                "the counter is " + 2 * TIMES + ": " + sum,
                String.valueOf(2 * TIMES).equals(sum));
    }

    void aKilledPeersLockExpires(Peer peer) throws InterruptedException {
        checks.title("A holder that is killed");
        checks.that(
                "node-redlock takes it for half a second",
                peer.tell("try " + KEY + " " + BRIEF.toMillis()).equals("granted"));
        peer.kill();
        Optional<MutexHold> hold = mutex.tryAcquire(WAIT, LEASE);
        checks.that("its process is killed; Mortise gets the key when it expires", hold.isPresent());
        checks.that("and releases it", hold.isPresent() && hold.get().release());
    }
}
