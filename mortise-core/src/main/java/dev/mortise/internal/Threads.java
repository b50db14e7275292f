package dev.mortise.internal;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads of a node: named, daemon, ended with it. */
final class Threads {

    private static final long JOIN_SECONDS = 1;

    private Threads() {}

    static ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** As many threads as there is work, none while there is none: user code may block in them. */
    static ExecutorService onDemand(String name) {
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), daemon(name));
    }

    /** Waits for the end of an executor that was shut down, for a second at the most: a task of its own may call this. */
    static void join(ExecutorService executor) {
        boolean interrupted = Thread.interrupted();
        try {
            executor.awaitTermination(JOIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
