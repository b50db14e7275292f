package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Trouble;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many of how many: what a majority decides. */
record Quorum(int members) {

    int majority() {
        return members / 2 + 1;
    }

    /** So many make a majority of the others impossible. */
    int blocking() {
        return members - majority() + 1;
    }

    /** True once a majority says so, false once it cannot any more, failed when too few say anything. */
    @Nullable
    Outcome<Boolean> decide(Tally.Answers<Boolean> answers) {
        int ayes = 0;
        int noes = 0;
        List<Trouble> troubles = new ArrayList<>();
        for (int i = 0; i < answers.members(); i++) {
            Boolean value = answers.value(i);
            if (value != null) {
                ayes += value ? 1 : 0;
                noes += value ? 0 : 1;
            } else if (answers.of(i) instanceof Outcome.Failed<Boolean> failed) {
                troubles.add(failed.trouble());
            }
        }
        if (ayes >= majority()) {
            return new Outcome.Done<>(true);
        }
        if (noes >= blocking()) {
            return new Outcome.Done<>(false);
        }
        boolean all = ayes + noes + troubles.size() == answers.members();
        return all || troubles.size() >= blocking() ? new Outcome.Failed<>(trouble(troubles, true)) : null;
    }

    /**
     * What to say when too few members have answered: what so many of them say that no majority is left, else that they
     * cannot be reached.
     *
     * @param perhapsDone whether some may have done what they were asked
     */
    Trouble trouble(List<Trouble> troubles, boolean perhapsDone) {
        Trouble said = null;
        for (Trouble.Kind kind : Trouble.Kind.values()) {
            List<Trouble> alike =
                    troubles.stream().filter(each -> each.kind() == kind).toList();
            if (alike.size() >= blocking()) {
                said = alike.get(0);
            }
        }
        if (said != null && said.kind() != Trouble.Kind.UNAVAILABLE) {
            return said;
        }
        Trouble first = said != null ? said : troubles.isEmpty() ? null : troubles.get(0);
        String why = first == null ? "" : "; one of them: " + first.what();
        return new Trouble(
                Trouble.Kind.UNAVAILABLE,
                "QUORUM",
                "fewer than " + majority() + " of " + members + " masters have answered" + why,
                "bring masters back until a majority can be reached",
                perhapsDone,
                first == null ? null : first.cause());
    }
}
