package dev.mortise.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.mortise.mutants.Mutant.TestName;
import dev.mortise.mutants.ScratchCopy.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchCopyTest {

    @TempDir
    Path folder;

    private Path root;

    @BeforeEach
    void writeTree() throws IOException {
        root = folder.resolve("target");
        for (String file : new String[] {"pom.xml", ".git/HEAD", "module/pom.xml", "module/target/classes/A.class"}) {
            Files.createDirectories(root.resolve(file).resolveSibling("."));
            Files.writeString(root.resolve(file), "");
        }
    }

    @Test
    void aTreeThatIsItselfCalledTargetIsCopiedWithoutBuildResults() throws IOException {
        try (ScratchCopy copy = new ScratchCopy(root)) {
            assertTrue(Files.exists(copy.tree().resolve("module").resolve("pom.xml")));
            assertFalse(Files.exists(copy.tree().resolve("module").resolve("target")));
            assertFalse(Files.exists(copy.tree().resolve(".git")));
        }
    }

    @Test
    void aTestMayPrintWhatIsNotText() throws IOException {
        try (ScratchCopy copy = new ScratchCopy(root)) {
            Path built = copy.tree().resolve("module").resolve("target").resolve("quick");
            Files.createDirectories(built);
            Files.writeString(built.resolve("test-classpath"), "");
            TestName test = new TestName("module", "PrintsOddBytes", null);
            assertEquals(Verdict.FAILED, copy.test(test, PrintsOddBytes.class.getName(), false));
            assertTrue(copy.lastLines().contains("1 tests failed"), copy.lastLines());
        }
    }

    /** Is run in a JVM of its own. */
    static class PrintsOddBytes {

        @Test
        void fails() {
            System.out.write(0xff);
            System.out.flush();
            fail("on purpose");
        }
    }
}
