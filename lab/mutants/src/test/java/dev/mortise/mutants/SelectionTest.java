package dev.mortise.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mortise.mutants.History.Change;
import dev.mortise.mutants.Mutant.TestName;
import dev.mortise.mutants.Selection.Chosen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelectionTest {

    private static final Path EDITED = Path.of("mortise-core/src/main/java/Edited.java");
    private static final Path OTHER = Path.of("mortise-core/src/main/java/Other.java");
    private static final Path TEST = Path.of("mortise-core/src/test/java/ATest.java");

    @TempDir
    Path root;

    private SourceTree sources;

    @BeforeEach
    void writeTree() throws IOException {
        for (Path file : List.of(EDITED, OTHER, TEST, Path.of("mortise-core/pom.xml"))) {
            Files.createDirectories(root.resolve(file).resolveSibling("."));
            Files.writeString(root.resolve(file), "");
        }
        sources = new SourceTree(root);
    }

    @Test
    void anEditedFileThatHasChangedCallsForItsMutants() throws IOException {
        List<Mutant> mutants = List.of(mutant("one", "Edited.java"), mutant("two", "Other.java"));
        Selection selection = select("c0", Set.of(OTHER), mutants, mutants, 20);
        assertEquals(List.of(new Chosen(mutants.get(1), "Other.java has changed")), selection.chosen());
        assertEquals(1, selection.candidates());
    }

    @Test
    void aTestThatHasChangedCallsForItsMutants() throws IOException {
        List<Mutant> mutants = List.of(mutant("one", "Edited.java"));
        Selection selection = select("c0", Set.of(TEST), mutants, mutants, 20);
        assertEquals(List.of(new Chosen(mutants.get(0), "its test in ATest.java has changed")), selection.chosen());
    }

    @Test
    void aMutantWhoseTextIsNewOrHasChangedIsChosen() throws IOException {
        Mutant same = mutant("same", "Edited.java");
        Mutant before = mutant("changed", "Edited.java");
        Mutant changed = mutant("changed", "Other.java");
        Mutant added = mutant("added", "Edited.java");
        Selection selection = select("c0", Set.of(), List.of(same, before), List.of(same, changed, added), 20);
        assertEquals(
                Set.of(new Chosen(changed, "its text has changed"), new Chosen(added, "its text has changed")),
                Set.copyOf(selection.chosen()));
    }

    @Test
    void aBaseWithoutMutantsSaysNothingAboutTheirTexts() throws IOException {
        Selection selection = select("c0", Set.of(EDITED), List.of(), List.of(mutant("one", "Other.java")), 20);
        assertEquals(0, selection.candidates());
    }

    @Test
    void ofTooManyTheCommitChoosesTheSameEveryTime() throws IOException {
        List<Mutant> mutants = many();
        Selection first = select("c0", Set.of(EDITED), mutants, mutants, 5);
        List<Mutant> reversed = new ArrayList<>(mutants);
        Collections.reverse(reversed);
        assertEquals(5, first.chosen().size());
        assertEquals(40, first.candidates());
        assertEquals(first, select("c0", Set.of(EDITED), mutants, reversed, 5));
        assertNotEquals(first, select("c1", Set.of(EDITED), mutants, mutants, 5));
    }

    @Test
    void ifNothingMatchesTheCommitChoosesTen() throws IOException {
        List<Mutant> mutants = many();
        Selection first = select("c0", Set.of(Path.of("README.md")), mutants, mutants, 20);
        assertEquals(10, first.chosen().size());
        assertEquals(0, first.candidates());
        assertEquals(first, select("c0", Set.of(), mutants, mutants, 20));
        assertNotEquals(first, select("c1", Set.of(), mutants, mutants, 20));
    }

    @Test
    void theOtherMutantsFollowTheChosenOnes() throws IOException {
        List<Mutant> mutants = new ArrayList<>(many());
        mutants.add(mutant("called-for", "Other.java"));
        Selection selection = select("c0", Set.of(OTHER), mutants, mutants, 20);
        assertEquals(List.of(new Chosen(mutants.get(40), "Other.java has changed")), selection.chosen());
        assertEquals(41, selection.ranked().size());
        assertEquals(selection.chosen().get(0), selection.ranked().get(0));
        assertEquals("chosen by the commit", selection.ranked().get(1).reason());
    }

    @Test
    void aMutantThatIsOutOfDateIsChosen() throws IOException {
        List<Mutant> mutants = List.of(mutant("one", "Renamed.java"));
        Selection selection = select("c0", Set.of(EDITED), mutants, mutants, 20);
        assertEquals(List.of(new Chosen(mutants.get(0), "out of date")), selection.chosen());
    }

    private Selection select(String head, Set<Path> files, List<Mutant> before, List<Mutant> mutants, int most)
            throws IOException {
        return Selection.of(new Change(head, "base", files, before), mutants, sources, most);
    }

    private static List<Mutant> many() {
        return IntStream.range(0, 40)
                .mapToObj(i -> mutant("m" + i, "Edited.java"))
                .toList();
    }

    private static Mutant mutant(String name, String file) {
        return new Mutant(
                name, "leases", "it", new TestName("mortise-core", "ATest", null), List.of(new Edit(file, "a", "b")));
    }
}
