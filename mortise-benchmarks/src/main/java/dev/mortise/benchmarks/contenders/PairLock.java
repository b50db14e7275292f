package dev.mortise.benchmarks.contenders;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** For what can only try to lock, and unlock: finding the lock taken is an error, since nobody waits here. */
abstract class PairLock implements Lock {

    @Override
    public final void lockInterruptibly() {
        throw new UnsupportedOperationException();
    }

    @Override
    public final boolean tryLock() {
        throw new UnsupportedOperationException();
    }

    @Override
    public final boolean tryLock(long time, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public final Condition newCondition() {
        throw new UnsupportedOperationException();
    }
}
