package dev.mortise.benchmarks.contenders;

import java.util.concurrent.locks.Lock;

/** One client of one library, connected. */
public interface Contender extends AutoCloseable {

    /** The lock of that name, for use by one thread at a time. */
    Lock lock(String name);

    @Override
    void close();
}
