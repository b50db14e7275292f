package dev.mortise.redis;

import dev.mortise.spi.Answer;
import dev.mortise.spi.Outcome;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What one round of votes leaves at the masters: places in queues, which a granted ask needs no more, votes that it still
 * lacks, and votes that a refused one must give back. Those that answer after the decision are seen to when they do.
 */
final class Remains {

    private enum End {
        GRANTED,
        REFUSED
    }

    private final AtomicReferenceArray<@Nullable Outcome<Answer>> answers;
    private final AtomicIntegerArray seenTo;
    private final IntConsumer leave;
    private final IntConsumer giveBack;
    private final FillUps.FillUp fillUp;
    private volatile @Nullable End end;

    /**
     * @param leave takes the ask out of a member's queue
     * @param giveBack takes a member's vote back
     */
    Remains(int members, IntConsumer leave, IntConsumer giveBack, FillUps.FillUp fillUp) {
        this.answers = new AtomicReferenceArray<>(members);
        this.seenTo = new AtomicIntegerArray(members);
        this.leave = leave;
        this.giveBack = giveBack;
        this.fillUp = fillUp;
    }

    /** A member has answered; called from any thread. */
    void answered(int member, Outcome<Answer> outcome) {
        answers.set(member, outcome);
        seeTo(member);
    }

    /** The ask is granted: it leaves the queues, and asks those again that have not voted for it. */
    void granted() {
        fillUp.begin();
        end(End.GRANTED);
    }

    /** The ask is refused: it gives votes back, also those that it does not know of. */
    void refused() {
        end(End.REFUSED);
    }

    private void end(End how) {
        end = how;
        for (int i = 0; i < answers.length(); i++) {
            seeTo(i);
        }
    }

    private void seeTo(int member) {
        End how = end;
        Outcome<Answer> outcome = answers.get(member);
        if (how == null || outcome == null || !seenTo.compareAndSet(member, 0, 1)) {
            return;
        }
        Answer answer = outcome instanceof Outcome.Done<Answer> done ? done.value() : null;
        if (how == End.GRANTED && answer instanceof Answer.Refused refused) {
            if (refused.enlisted()) {
                leave.accept(member);
            }
            fillUp.refused(member);
        } else if (how == End.REFUSED && !(answer instanceof Answer.Refused)) {
            giveBack.accept(member);
        }
    }
}
