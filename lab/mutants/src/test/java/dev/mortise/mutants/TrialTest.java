package dev.mortise.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mortise.mutants.Mutant.TestName;
import dev.mortise.mutants.ScratchCopy.Verdict;
import dev.mortise.mutants.Trial.Outcome;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialTest {

    private static final TestName TEST = new TestName("mortise-core", "ATest", null);

    @Test
    void aTestThatFailsKillsTheMutant() throws IOException {
        assertEquals(new Trial(Outcome.KILLED, TEST.toString()), trial(Verdict.PASSED, Verdict.FAILED));
        assertEquals(new Trial(Outcome.KILLED, TEST + " (it hung)"), trial(Verdict.PASSED, Verdict.HUNG));
    }

    @Test
    void aTestThatFailsLaterDependsOnLuck() throws IOException {
        assertEquals(
                new Trial(Outcome.KILLED, TEST + " (at try 2: the test depends on luck)"),
                trial(Verdict.PASSED, Verdict.PASSED, Verdict.FAILED));
    }

    @Test
    void aTestThatPassesEachTimeLetsTheMutantSurvive() throws IOException {
        assertEquals(
                Outcome.SURVIVED,
                trial(Verdict.PASSED, Verdict.PASSED, Verdict.PASSED, Verdict.PASSED)
                        .outcome());
    }

    @Test
    void anAssumptionThatFailsOnlyOnBrokenCodeLetsTheMutantSurvive() throws IOException {
        assertEquals(
                Outcome.SURVIVED,
                trial(Verdict.PASSED, Verdict.CANNOT_RUN, Verdict.CANNOT_RUN, Verdict.CANNOT_RUN)
                        .outcome());
    }

    @Test
    void aTestThatCannotRunLeavesTheMutantOut() throws IOException {
        assertEquals(Outcome.LEFT_OUT, trial(Verdict.CANNOT_RUN).outcome());
        assertEquals(Outcome.LEFT_OUT, trial(null, Verdict.CANNOT_RUN).outcome());
    }

    @Test
    void aTestThatDoesNotFitTheBrokenCodeIsBroken() throws IOException {
        assertEquals(Outcome.BROKEN, trial(Verdict.PASSED, Verdict.MISMATCHED).outcome());
        assertEquals(Outcome.BROKEN, trial(null, Verdict.NO_TEST).outcome());
    }

    private static Trial trial(Verdict unbroken, Verdict... broken) throws IOException {
        Iterator<Verdict> verdicts = List.of(broken).iterator();
        return Trial.of(TEST, unbroken, verdicts::next);
    }
}
