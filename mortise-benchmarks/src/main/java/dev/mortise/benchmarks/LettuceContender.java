package dev.mortise.benchmarks;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.lettuce.LettuceStore;

/** Mortise over Lettuce from a URI, as a user would have it. */
final class LettuceContender implements Contender {

    private final Mortise mortise;

    LettuceContender(String uri) {
        this.mortise = Mortise.builder().store(LettuceStore.at(uri)).build();
    }

    @Override
    public String name() {
        return "mortise over Lettuce";
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
