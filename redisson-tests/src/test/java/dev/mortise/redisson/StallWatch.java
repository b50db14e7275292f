package dev.mortise.redisson;

import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Measures for how long the machine did not let this process or a server run, so that a test can tell a stall from a defect. */
final class StallWatch implements AutoCloseable {

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final RedisServer server;
    private final Thread thread = new Thread(this::watch, "stall-watch");
    private volatile long lastNanos = System.nanoTime();
    private volatile long longestNanos;
    private volatile boolean over;

    private StallWatch(RedisServer server) {
        this.server = server;
        thread.setDaemon(true);
    }

    static StallWatch on(RedisServer server) {
        StallWatch watch = new StallWatch(server);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        while (!over) {
            LockSupport.parkNanos(TICK_NANOS);
            server.command("PING");
            long now = System.nanoTime();
            longestNanos = Math.max(longestNanos, now - lastNanos - TICK_NANOS);
            lastNanos = now;
        }
    }

    /** The longest stall so far, which may not have ended. */
    Duration longest() {
        return Duration.ofNanos(Math.max(longestNanos, System.nanoTime() - lastNanos - TICK_NANOS));
    }

    @Override
    public void close() {
        over = true;
    }
}
