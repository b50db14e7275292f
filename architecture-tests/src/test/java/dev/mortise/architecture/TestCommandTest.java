package dev.mortise.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./dev test} in a tree of two modules. Its Maven compiles all sources and removes no class. Its Java only notes
 * which test it should run. Its compiler is that of this JDK.
 */
class TestCommandTest {

    private static final String COUNTER = "core/src/main/java/a/Counter.java";
    private static final String COUNTER_TEST = "app/src/test/java/a/CounterTest.java";
    private static final String CLASSES = "core/target/quick/classes/a/";
    private static final String TEST_CLASSES = "app/target/quick/test-classes/a/";

    @TempDir
    Path folder;

    private Path tree;
    private Path log;
    private Scripts scripts;

    @BeforeEach
    void prepare() throws IOException {
        tree = folder.resolve("a tree");
        log = folder.resolve("log");
        Files.createDirectories(tree.resolve("lab"));
        for (String file : List.of("dev", "lab/launch.sh", "lab/test.sh")) {
            Files.copy(Scripts.ROOT.resolve(file), tree.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        write("pom.xml", """
                <module>core</module>
                <module>app</module>
                <junit.version>1</junit.version>
                """);
        write("core/pom.xml", "");
        write("app/pom.xml", "");
        write("target/tools/junit-platform-console-standalone-1.jar", "");
        write(COUNTER, """
                package a;

                public class Counter {
                    public static final String NAME = "old name";

                    public String text() {
                        return "old text";
                    }
                }
                """);
        write(COUNTER_TEST, """
                package a;

                class CounterTest {
                    Object name() {
                        return Counter.NAME;
                    }

                    Object text() {
                        return new Counter().text();
                    }
                }
                """);
        scripts = new Scripts(tree, folder.resolve("tools"));
        scripts.replace("javac", "#!/bin/sh\necho javac >>'" + log + "'\nexec " + tool("javac") + " \"$@\"\n");
        scripts.replace("javap", "#!/bin/sh\nexec " + tool("javap") + " \"$@\"\n");
        scripts.replace("mvn", """
                #!/bin/sh
                set -e
                echo mvn >>'%s'
                mkdir -p compiled core/target/quick/classes/a app/target/quick/test-classes/a
                %s -d compiled $(find core/src app/src -name '*.java')
                mv compiled/a/*Test*.class app/target/quick/test-classes/a
                mv compiled/a/*.class core/target/quick/classes/a
                printf %%s "$PWD/core/target/quick/classes" >app/target/quick/test-classpath
                """.formatted(log, tool("javac")));
        everyTest("exit 0");
    }

    @Test
    void anUnchangedClassRunsWithoutACompile() throws IOException {
        run("CounterTest");

        assertThat(run("CounterTest").code()).isZero();

        assertThat(steps()).containsExactly("mvn", "run a.CounterTest", "run a.CounterTest");
    }

    @Test
    void aChangedMethodBodyIsCompiledByJavacAlone() throws IOException {
        run("CounterTest");
        replace(COUNTER, "old text", "new text");

        Scripts.Ran ran = run("CounterTest");

        assertThat(ran.code()).isZero();
        assertThat(ran.output()).contains("Compiled 1 changed files");
        assertThat(steps()).containsExactly("mvn", "run a.CounterTest", "javac", "run a.CounterTest");
        assertThat(contentOf(CLASSES + "Counter.class")).contains("new text");
    }

    @Test
    void aChangedReturnTypeIsBuiltByMavenWithTheTestsThatUseIt() throws IOException {
        run("CounterTest");
        replace(COUNTER, "String text", "CharSequence text");

        assertThat(run("CounterTest").code()).isZero();

        assertThat(steps()).containsExactly("mvn", "run a.CounterTest", "javac", "mvn", "run a.CounterTest");
        assertThat(contentOf(TEST_CLASSES + "CounterTest.class")).contains("java/lang/CharSequence");
    }

    @Test
    void aChangedConstantIsBuiltByMavenWithTheTestsThatHaveCopiedIt() throws IOException {
        run("CounterTest");
        replace(COUNTER, "old name", "new name");

        assertThat(run("CounterTest").code()).isZero();

        assertThat(steps()).containsExactly("mvn", "run a.CounterTest", "javac", "mvn", "run a.CounterTest");
        assertThat(contentOf(TEST_CLASSES + "CounterTest.class")).contains("new name");
    }

    @Test
    void aNewMethodOfATestThatNoOtherTestUsesIsCompiledByJavacAlone() throws IOException {
        run("CounterTest");
        replace(COUNTER_TEST, "Object name() {", "void another() {}\n\n    Object name() {");

        assertThat(run("CounterTest").code()).isZero();

        assertThat(steps()).containsExactly("mvn", "run a.CounterTest", "javac", "run a.CounterTest");
        assertThat(contentOf(TEST_CLASSES + "CounterTest.class")).contains("another");
    }

    @Test
    void aChangedConstantOfATestIsBuiltByMavenWithTheTestsThatHaveCopiedIt() throws IOException {
        String titles = "app/src/test/java/a/TitlesTest.java";
        write(titles, """
                package a;

                class TitlesTest {
                    static final String TITLE = "old title";
                }
                """);
        write("app/src/test/java/a/CopyTest.java", """
                package a;

                class CopyTest {
                    Object title() {
                        return TitlesTest.TITLE;
                    }
                }
                """);
        run("CopyTest");
        replace(titles, "old title", "new title");

        assertThat(run("CopyTest").code()).isZero();

        assertThat(steps()).containsExactly("mvn", "run a.CopyTest", "javac", "mvn", "run a.CopyTest");
        assertThat(contentOf(TEST_CLASSES + "CopyTest.class")).contains("new title");
    }

    @Test
    void aChangeThatDoesNotCompileEndsWithExitCode3BeforeATestRuns() throws IOException {
        run("CounterTest");
        replace(COUNTER, "\"old text\"", "undeclared");

        Scripts.Ran ran = run("CounterTest");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.errors()).contains("Counter.java", "undeclared", "the code does not compile");
        assertThat(steps()).containsExactly("mvn", "run a.CounterTest", "javac");
    }

    @Test
    void aRemovedSourceIsBuiltByMavenAndLeavesNoClass() throws IOException {
        String unused = "core/src/main/java/a/Unused.java";
        write(unused, """
                package a;

                class Unused {
                    static class Part {}
                }
                """);
        run("CounterTest");
        Path outer = tree.resolve(CLASSES + "Unused.class");
        Path nested = tree.resolve(CLASSES + "Unused$Part.class");
        assertThat(outer).exists();
        assertThat(nested).exists();
        Files.delete(tree.resolve(unused));

        assertThat(run("CounterTest").code()).isZero();

        assertThat(steps()).containsExactly("mvn", "run a.CounterTest", "mvn", "run a.CounterTest");
        assertThat(outer).doesNotExist();
        assertThat(nested).doesNotExist();
    }

    @Test
    void aSafetyViolationEndsWithExitCode1ThoughEveryTestPassed() {
        everyTest("echo 'two owners' >\"$violations\"");

        Scripts.Ran ran = run("CounterTest");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.errors()).contains("safety was violated", "two owners");
    }

    @Test
    void aSafetyViolationOfAnEarlierRunIsNotReportedAgain() {
        everyTest("echo 'two owners' >\"$violations\"");
        run("CounterTest");
        everyTest("exit 0");

        Scripts.Ran ran = run("CounterTest");

        assertThat(ran.code()).isZero();
        assertThat(ran.errors()).doesNotContain("two owners");
    }

    /** Such as System.exit in a test, or in the code that it tests. */
    @Test
    void aTestThatEndsItsJvmBeforeJunitReportsIsNotGood() {
        everyTest("rm -r \"$reports\"; exit 0");

        Scripts.Ran ran = run("CounterTest");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.errors()).contains("System.exit");
    }

    @Test
    void aTestThatRunsNextToItLosesNoSafetyViolation() {
        everyTest("echo 'two owners' >\"$violations\"; rm -f \"${violations%/*}/test-violations.txt\"");

        assertThat(run("CounterTest").code()).isEqualTo(1);
        assertThat(tree.resolve("app/target/quick"))
                .isDirectoryNotContaining("glob:**test-violations*")
                .isDirectoryNotContaining("glob:**test-reports*");
    }

    @Test
    void aKitRunsEachTestClassThatExtendsItDirectlyOrNot() throws IOException {
        write("core/src/main/java/a/CounterKit.java", "package a;\n\npublic abstract class CounterKit {}\n");
        write("app/src/test/java/a/FirstTest.java", "package a;\n\nclass FirstTest extends CounterKit {}\n");
        write("app/src/test/java/a/WiderTest.java", "package a;\n\nabstract class WiderTest extends CounterKit {}\n");
        write("app/src/test/java/a/SecondTest.java", "package a;\n\nclass SecondTest extends WiderTest {}\n");

        assertThat(run("CounterKit").code()).isZero();

        assertThat(steps()).containsExactly("mvn", "run a.FirstTest", "run a.SecondTest");
    }

    @Test
    void aKitRunsOnlyTheNestedClassThatExtendsIt() throws IOException {
        write("core/src/main/java/a/CounterKit.java", "package a;\n\npublic abstract class CounterKit {}\n");
        write("app/src/test/java/a/OuterTest.java", """
                package a;

                class OuterTest {
                    class Inner extends CounterKit {}
                }
                """);

        assertThat(run("CounterKit").code()).isZero();

        assertThat(steps()).containsExactly("mvn", "run a.OuterTest .*\\$Inner#(.*)");
    }

    private Scripts.Ran run(String test) {
        return scripts.run("./dev", "test", test);
    }

    /**
     * What the Java of the tree does for each test, after it has written JUnit's report into {@code $reports}; {@code
     * $violations} is the file of violated safety checks.
     */
    private void everyTest(String commands) {
        scripts.replace("java", """
                #!/bin/sh
                if [ "$1" = -XshowSettings:properties ]; then
                  echo '    java.specification.version = 17'
                  echo '    java.home = %s'
                  exit
                fi
                line=run option=
                for word in "$@"; do
                  case $option in --select-class | --include-methodname) line="$line $word" ;; esac
                  case $word in
                    -Dmortise.violations=*) violations=${word#*=} ;;
                    --reports-dir=*) reports=${word#*=} ;;
                  esac
                  option=$word
                done
                mkdir -p "$reports" && echo report >"$reports/TEST-junit-jupiter.xml"
                printf '%%s\\n' "$line" >>'%s'
                %s
                """.formatted(folder.resolve("tools"), log, commands));
    }

    /** The command that starts a tool of this JDK, without the optimizing compiler, which would only slow it down. */
    private static String tool(String name) {
        Path program = Path.of(System.getProperty("java.home"), "bin", name);
        return "'" + program + "' -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC";
    }

    /** The builds, compilations and runs so far. */
    private List<String> steps() throws IOException {
        return Files.readAllLines(log);
    }

    /** The bytes of a class file as characters: names and texts in it can be read. */
    private String contentOf(String classFile) throws IOException {
        return Files.readString(tree.resolve(classFile), StandardCharsets.ISO_8859_1);
    }

    private void write(String file, String text) throws IOException {
        Path path = tree.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void replace(String file, String before, String after) throws IOException {
        write(file, Files.readString(tree.resolve(file)).replace(before, after));
    }
}
