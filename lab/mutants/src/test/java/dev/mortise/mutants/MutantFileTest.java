package dev.mortise.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mortise.mutants.Mutant.TestName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutantFileTest {

    private static final String HEAD = "mutant one\nbreaks something\ntest mortise-core ATest\n";

    @Test
    void aMutantIsReadWithAllItsEdits() throws BadMutantException {
        String text = """
                # Leases.

                mutant renews-nothing
                breaks C3: a lease is renewed
                test   mortise-core  WatchdogTest  renew(s|ed) twice
                edit   Watchdog.java
                - if (due) {
                -     renew();
                - }
                + if (!due) {

                # The other half.
                edit redis/Session.java
                - - 1
                + + 1
                """;
        Mutant expected = new Mutant(
                "renews-nothing",
                "leases",
                "C3: a lease is renewed",
                new TestName("mortise-core", "WatchdogTest", "renew(s|ed) twice"),
                List.of(
                        new Edit("Watchdog.java", "if (due) {\n    renew();\n}", "if (!due) {"),
                        new Edit("redis/Session.java", "- 1", "+ 1")));
        assertEquals(List.of(expected), MutantFile.parse("leases", text));
    }

    @Test
    void withoutAMethodTheWholeClassIsTheTest() throws BadMutantException {
        List<Mutant> read = MutantFile.parse("leases", HEAD + "edit A.java\n- a\n");
        assertEquals(
                List.of(new TestName("mortise-core", "ATest", null)),
                read.stream().map(Mutant::test).toList());
        assertEquals("", read.get(0).edits().get(0).newLines());
    }

    @Test
    void whatIsWrongIsReportedWithItsLine() {
        assertBad("line 1: 'edit' needs a line 'mutant NAME' before it", "edit A.java");
        assertBad("line 1: 'No_Name' is not a name of lower-case words and hyphens", "mutant No_Name");
        assertBad("line 2: 'breaks' needs a value", "mutant one\nbreaks ");
        assertBad(
                "line 2: unknown word 'brakes'; known are mutant, breaks, test, edit, -, + and #",
                "mutant one\nbrakes it");
        assertBad("line 3: a second line 'breaks'", "mutant one\nbreaks it\nbreaks it");
        assertBad(
                "line 2: 'test' needs a module, a class and, unless all its methods are meant, their pattern",
                "mutant one\ntest ATest");
        assertBad("line 2: '(' is not a regular expression: Unclosed group", "mutant one\ntest core ATest (");
        assertBad("line 4: an old line needs a line 'edit FILE' before it", HEAD + "- a");
        assertBad("line 5: a new line needs old lines before it", HEAD + "edit A.java\n+ a");
        assertBad(
                "line 7: old lines come before the new lines; begin another edit with 'edit FILE'",
                HEAD + "edit A.java\n- a\n+ b\n- c");
        assertBad("line 5: the edit of A.java above has no old lines", HEAD + "edit A.java");
        assertBad("line 7: the edit of A.java above changes nothing", HEAD + "edit A.java\n- a\n+ a");
        assertBad("line 4: the mutant one above needs the lines 'breaks', 'test' and 'edit'", HEAD);
    }

    @Test
    void aNameIsThereOnce(@TempDir Path root) throws IOException {
        Path folder = Files.createDirectories(root.resolve(MutantFile.FOLDER));
        Files.writeString(folder.resolve("fair.txt"), HEAD + "edit A.java\n- a\n");
        Files.writeString(folder.resolve("leases.txt"), HEAD + "edit A.java\n- a\n");
        assertEquals(
                "two mutants are named one: one in fair.txt, one in leases.txt",
                assertThrows(BadMutantException.class, () -> MutantFile.readAll(root))
                        .getMessage());
    }

    private static void assertBad(String message, String text) {
        assertEquals(
                "leases.txt, " + message,
                assertThrows(BadMutantException.class, () -> MutantFile.parse("leases", text))
                        .getMessage());
    }
}
