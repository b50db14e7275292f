package dev.mortise.benchmarks;

/** Something that can lock and unlock, with one lock for each thread. */
interface Contender extends AutoCloseable {

    /** How the table calls it. */
    String name();

    /** What one thread does over and over: takes its lock and releases it. */
    Runnable pair(int thread);

    @Override
    void close();
}
