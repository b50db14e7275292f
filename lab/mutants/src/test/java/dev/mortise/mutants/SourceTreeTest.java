package dev.mortise.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mortise.mutants.Mutant.TestName;
import dev.mortise.mutants.SourceTree.TestSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class SourceTreeTest {

    private static final String CORE = "mortise-core/src/main/java/dev/mortise/";
    private static final String TEST = "mortise-jedis/src/test/java/dev/mortise/jedis/JedisTest.java";
    private static final String KIT = "mortise-tck/src/main/java/dev/mortise/tck/Kit.java";
    private static final String GROUP = "mortise-tck/src/main/java/dev/mortise/tck/FairContract.java";

    @TempDir
    Path root;

    private SourceTree sources;

    @BeforeEach
    void writeTree() throws IOException {
        write("mortise-jedis/pom.xml", "");
        write(CORE + "Lease.java", "class Lease { int one = 1; int two = 2; }");
        write(CORE + "internal/Session.java", "");
        write("mortise-redis/src/main/java/dev/mortise/redis/Session.java", "");
        write("mortise-redis/src/main/resources/dev/mortise/redis/renew.lua", "return 1");
        write("mortise-tck/src/main/java/dev/mortise/tck/Lease.java", "not among the edited modules");
        write("mortise-core/target/src/main/java/Lease.java", "not a source");
        write(TEST, "package dev.mortise.jedis;\nimport dev.mortise.tck.Kit;\nclass JedisTest extends Kit {}");
        write(KIT, "class Kit {\n  class Fair extends FairContract {}\n  void ownTest() {}\n}");
        write(GROUP, "class FairContract {\n  @Test\n  void firstComeFirstServed() {}\n}");
        sources = new SourceTree(root);
    }

    @Test
    void aFileIsFoundByItsSimpleName() throws BadMutantException {
        assertEquals(Path.of(CORE + "Lease.java"), sources.fileNamed("Lease.java"));
        assertTrue(sources.fileNamed("renew.lua").endsWith("dev/mortise/redis/renew.lua"));
        assertTrue(sources.fileNamed("redis/Session.java").startsWith("mortise-redis"));
    }

    @Test
    void anUnknownOrAmbiguousFileIsReported() {
        assertBad("there is no file Hold.java in the main sources of ", () -> sources.fileNamed("Hold.java"));
        assertBad(
                "several files are named Session.java, write a folder before the name to choose one of ["
                        + "mortise-core/src/main/java/dev/mortise/internal/Session.java, "
                        + "mortise-redis/src/main/java/dev/mortise/redis/Session.java]",
                () -> sources.fileNamed("Session.java"));
    }

    @Test
    void editsOfOneFileAreMadeInTheirOrder() throws IOException, BadMutantException {
        TestName test = new TestName("mortise-jedis", "JedisTest", null);
        List<Edit> edits =
                List.of(new Edit("Lease.java", "one = 1", "one = 2"), new Edit("Lease.java", "one = 2", "one = 3"));
        assertEquals(
                Map.of(Path.of(CORE + "Lease.java"), "class Lease { int one = 3; int two = 2; }"),
                sources.apply(new Mutant("m", "leases", "it", test, edits)));
    }

    @Test
    void aTestIsFoundInASuperclassOrInOneOfItsNestedClasses() throws IOException, BadMutantException {
        assertEquals(new TestSource("dev.mortise.jedis.JedisTest", Set.of(Path.of(TEST))), find(null));
        assertEquals(Set.of(Path.of(TEST), Path.of(KIT)), find("ownTest").files());
        assertEquals(Set.of(Path.of(TEST), Path.of(GROUP)), find("first.*").files());
    }

    @Test
    void aTestThatDoesNotExistIsReported() {
        assertBad(
                "neither JedisTest nor a class that it extends or nests has a method first",
                () -> sources.test(new TestName("mortise-jedis", "JedisTest", "first")));
        assertBad(
                "there is no test class Kit in mortise-jedis/src/test/java",
                () -> sources.test(new TestName("mortise-jedis", "Kit", null)));
        assertBad("there is no module lettuce", () -> sources.test(new TestName("lettuce", "JedisTest", null)));
    }

    private TestSource find(String method) throws IOException, BadMutantException {
        return sources.test(new TestName("mortise-jedis", "JedisTest", method));
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }

    private static void assertBad(String message, Executable call) {
        String thrown = assertThrows(BadMutantException.class, call).getMessage();
        assertTrue(thrown.startsWith(message), thrown);
    }
}
