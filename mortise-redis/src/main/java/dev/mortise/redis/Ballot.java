package dev.mortise.redis;

import dev.mortise.spi.Answer;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Trouble;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the votes for one ask come to. A vote counts as it was answered; a lost reply is no vote, though the master may
 * have given it.
 *
 * @param votes by member: the token with which it voted for the ask, or {@link #NO_VOTE}
 * @param complete whether all members have answered
 * @param refusal null when a majority voted for it
 */
record Ballot(List<Long> votes, boolean complete, Answer.@Nullable Refused refusal) {

    /** Of a member that did not vote for the ask, as far as is known. */
    static final long NO_VOTE = -1;

    /** When to look again if too few masters would wake the node. */
    private static final long DEAF_MILLIS = 50;

    /** Decides as soon as a majority has voted for the ask, or cannot do so any more. */
    static @Nullable Outcome<Ballot> count(Tally.Answers<Answer> answers, Quorum quorum) {
        List<Long> votes = new ArrayList<>(Collections.nCopies(answers.members(), NO_VOTE));
        int ayes = 0;
        int enlisted = 0;
        int unanswered = 0;
        List<Long> left = new ArrayList<>();
        List<Trouble> troubles = new ArrayList<>();
        for (int i = 0; i < answers.members(); i++) {
            Outcome<Answer> outcome = answers.of(i);
            if (outcome == null) {
                unanswered++;
            } else if (outcome instanceof Outcome.Failed<Answer> failed) {
                troubles.add(failed.trouble());
            } else if (answers.value(i) instanceof Answer.Granted granted) {
                ayes++;
                votes.set(i, granted.token());
                left.add(0L);
            } else if (answers.value(i) instanceof Answer.Refused refused) {
                left.add(refused.millisLeft());
                enlisted += refused.enlisted() ? 1 : 0;
            }
        }
        if (ayes >= quorum.majority()) {
            return new Outcome.Done<>(new Ballot(votes, unanswered == 0 && troubles.isEmpty(), null));
        }
        if (ayes + unanswered >= quorum.majority()) {
            return null;
        }
        if (left.size() >= quorum.majority()) {
            Collections.sort(left);
            // a majority may be free when this one is
            long soonest = left.get(quorum.majority() - 1);
            boolean heard = enlisted >= quorum.majority();
            return new Outcome.Done<>(new Ballot(
                    votes,
                    unanswered == 0 && troubles.isEmpty(),
                    new Answer.Refused(heard ? soonest : Math.min(soonest, DEAF_MILLIS), enlisted > 0)));
        }
        return unanswered > 0 && left.size() + unanswered >= quorum.majority()
                ? null
                : new Outcome.Failed<>(quorum.trouble(troubles, false));
    }

    /** The highest of the votes. */
    long token() {
        return Collections.max(votes);
    }

    boolean hasVotes() {
        return token() != NO_VOTE;
    }

    /** Whether some master may have voted for the ask: not if all that is known is that none did. */
    boolean mayHaveVotes() {
        return hasVotes() || !complete;
    }
}
