package dev.mortise.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every mutant of this source tree still fits the code and names a test that exists. */
class MutantsFitTest {

    private static final Path ROOT = Path.of("..", "..");

    @Test
    void everyMutantAppliesAndNamesATest() throws IOException, BadMutantException {
        SourceTree sources = new SourceTree(ROOT);
        List<Mutant> mutants = MutantFile.readAll(ROOT);
        assertTrue(mutants.size() > 100, () -> "only " + mutants.size());
        List<String> bad = new ArrayList<>();
        for (Mutant mutant : mutants) {
            try {
                sources.apply(mutant);
                sources.test(mutant.test());
            } catch (BadMutantException e) {
                bad.add(mutant.subject() + MutantFile.ENDING + ", " + mutant.name() + ": " + e.getMessage());
            }
        }
        assertEquals("", String.join("\n", bad));
    }
}
