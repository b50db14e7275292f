package dev.mortise.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProseAllowanceTest {

    private static final ProseAllowance LISTED = ProseAllowance.parse("# head\n3 A.java\n1 B.java\n2 gone.md\n");
    private static final ProseAllowance ACTUAL = ProseAllowance.parse("2 A.java\n4 B.java\n1 new.md\n");

    @Test
    void moreThanListedIsAnExcess() {
        assertEquals(List.of("B.java", "new.md"), LISTED.exceededBy(ACTUAL));
    }

    @Test
    void fewerThanListedIsUnused() {
        assertEquals(List.of("A.java: 2 found, 3 listed", "gone.md: 0 found, 2 listed"), LISTED.unusedBy(ACTUAL));
    }

    @Test
    void aNumberIsRaisedOnlyIfTheEarlierListContainsTheFile() {
        assertEquals(List.of("B.java: 4 found, 1 before"), ACTUAL.raisedSince(LISTED));
        assertEquals(List.of("A.java: 3 found, 2 before"), LISTED.raisedSince(ACTUAL));
        assertEquals(List.of(), ACTUAL.raisedSince(ACTUAL));
    }

    @Test
    void loweringRaisesNothing() {
        ProseAllowance lowered = LISTED.loweredTo(ACTUAL);
        assertEquals(ProseAllowance.parse("2 A.java\n1 B.java\n").toString(), lowered.toString());
        assertEquals(List.of("B.java", "new.md"), lowered.exceededBy(ACTUAL));
        assertEquals(List.of(), lowered.unusedBy(ACTUAL));
    }

    @Test
    void theTotalAddsUpAllFiles() {
        assertEquals(6, LISTED.total());
    }

    @Test
    void theListCanBeReadAgain() {
        assertEquals(LISTED.toString(), ProseAllowance.parse(LISTED.toString()).toString());
    }

    @Test
    void aFileIsListedByItsSimpleName() {
        assertEquals("A.java", ProseAllowance.key("mortise-core/src/main/java/A.java"));
        assertEquals("mortise", ProseAllowance.key("mortise"));
    }

    @Test
    void aFileThatIsListedTwiceIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> ProseAllowance.parse("1 A.java\n2 A.java\n"));
        assertThrows(IllegalArgumentException.class, () -> ProseAllowance.parse("A.java\n"));
    }
}
