package dev.mortise.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EditTest {

    private static final String TEXT = """
            void renew() {
                if (grant.isDue()
                        && !closed) {
                    store.renew(grant, now);
                    threshold = now;
                }
                return store;
            }
            """;

    @Test
    void theOldLinesAreReplaced() throws BadMutantException {
        assertEquals(TEXT.replace("store.renew(grant, now);", "skip();"), apply("store.renew(grant, now);", "skip();"));
    }

    @Test
    void linesWithoutNewOnesAreRemoved() throws BadMutantException {
        assertEquals(TEXT.replace("threshold = now;", ""), apply("threshold = now;", ""));
    }

    @Test
    void aLineThatWasWrappedIsFound() throws BadMutantException {
        assertTrue(apply("if (grant.isDue() && !closed) {", "if (true) {").contains("    if (true) {\n        store"));
    }

    @Test
    void linesThatWereJoinedAndIndentedOtherwiseAreFound() throws BadMutantException {
        String old = """
                store
                  .renew(
                \tgrant,
                \tnow);
                """;
        assertTrue(apply(old, "skip();").contains("        skip();\n"));
    }

    @Test
    void charactersThatAreSpecialElsewhereAreTakenAsTheyAre() throws BadMutantException {
        Edit edit = new Edit("a.lua", "string.match(x, '^[%w$]+\\1')", "y $1 \\2");
        assertEquals("return y $1 \\2", edit.applyTo("return string.match(x, '^[%w$]+\\1')"));
    }

    @Test
    void aPartOfAWordIsNotFound() {
        assertMessage("the old lines are not in Watchdog.java: hold = now;", "hold = now;");
        assertMessage("the old lines are not in Watchdog.java: threshold = no", "threshold = no");
    }

    @Test
    void oldLinesThatAreThereSeveralTimesAreReportedWithTheirLines() {
        assertMessage(
                "the old lines are in Watchdog.java 2 times, at lines 4, 7; add a line of their surroundings: store",
                "store");
    }

    @Test
    void anotherOrderOfTheTokensIsNotFound() {
        assertMessage("the old lines are not in Watchdog.java: store.renew(now, grant);", "store.renew(now, grant);");
    }

    private static String apply(String oldLines, String newLines) throws BadMutantException {
        return new Edit("Watchdog.java", oldLines, newLines).applyTo(TEXT);
    }

    private static void assertMessage(String message, String oldLines) {
        assertEquals(
                message,
                assertThrows(BadMutantException.class, () -> apply(oldLines, "x"))
                        .getMessage());
    }
}
