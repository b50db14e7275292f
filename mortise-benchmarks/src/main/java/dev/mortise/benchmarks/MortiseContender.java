package dev.mortise.benchmarks;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;

/** Mortise over Jedis from a URI, as a user would have it: watchdog, token and all. */
final class MortiseContender implements Contender {

    private final Mortise mortise;

    MortiseContender(String uri) {
        this.mortise = Mortise.connect(uri);
    }

    @Override
    public String name() {
        return "mortise";
    }

    @Override
    @SuppressWarnings("LockNotBeforeTry") // nothing between them can throw
    public Runnable pair(int thread) {
        DistributedLock lock = mortise.lock("bench:" + thread);
        return () -> {
            lock.lock();
            lock.unlock();
        };
    }

    @Override
    public void close() {
        mortise.close();
    }
}
