package dev.mortise.redis;

import dev.mortise.spi.Grant;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Renewed;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Gathers what each member says of each grant, and tells of a grant once, when a majority has said enough. */
final class Confirmations {

    private final Quorum quorum;
    private final Renewed sink;
    private final Map<Grant, Tally.Answers<Boolean>> answers = new ConcurrentHashMap<>();

    Confirmations(Quorum quorum, Renewed sink) {
        this.quorum = quorum;
        this.sink = sink;
    }

    /** To be called for each grant before any answer can come. */
    void expect(Grant grant) {
        answers.put(grant, new Tally.Answers<>(quorum.members()));
    }

    /** A member has answered for a grant; called from any thread. */
    void accept(int member, Grant grant, Outcome<Boolean> outcome) {
        Tally.Answers<Boolean> given = answers.get(grant);
        if (given == null) {
            return;
        }
        given.set(member, outcome);
        Outcome<Boolean> decision = quorum.decide(given);
        if (decision != null && answers.remove(grant) != null) {
            sink.accept(((Rounds.Voted) grant).grant(), decision);
        }
    }
}
