package dev.mortise.redis;

import dev.mortise.spi.Answer;
import dev.mortise.spi.Outcome;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;

/** The queues in which one ask has put its node. Once the ask is granted the node leaves them, also those told late. */
final class Places {

    private final AtomicIntegerArray enlisted;
    private final IntConsumer leave;
    private volatile boolean granted;

    /**
     * @param leave takes the node out of a member's queue
     */
    Places(int members, IntConsumer leave) {
        this.enlisted = new AtomicIntegerArray(members);
        this.leave = leave;
    }

    /** A member has answered the ask; called from any thread. */
    void answered(int member, Outcome<Answer> outcome) {
        if (outcome instanceof Outcome.Done<Answer> done
                && done.value() instanceof Answer.Refused refused
                && refused.enlisted()) {
            enlisted.set(member, 1);
            if (granted) {
                leaveOne(member);
            }
        }
    }

    /** The ask is granted. */
    void leave() {
        granted = true;
        for (int i = 0; i < enlisted.length(); i++) {
            leaveOne(i);
        }
    }

    private void leaveOne(int member) {
        if (enlisted.compareAndSet(member, 1, 0)) {
            leave.accept(member);
        }
    }
}
