package dev.mortise.redis;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Closes what blocks while it is closed, on threads of their own. */
final class Closers {

    private final String threadName;
    private final Duration limit;
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();

    /**
     * @param limit how long {@link #await} waits for each
     */
    Closers(String threadName, Duration limit) {
        this.threadName = threadName + "-closing";
        this.limit = limit;
    }

    /** Returns at once. */
    void run(Runnable close) {
        Thread closer = new Thread(
                () -> {
                    try {
                        close.run();
                    } finally {
                        running.remove(Thread.currentThread());
                    }
                },
                threadName);
        closer.setDaemon(true);
        running.add(closer);
        closer.start();
    }

    /** Waits until all are closed. */
    void await() {
        boolean interrupted = false;
        for (Thread closer : running) {
            try {
                closer.join(limit.toMillis());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
