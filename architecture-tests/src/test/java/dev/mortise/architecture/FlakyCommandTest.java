package dev.mortise.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./dev flaky} with a Maven that only writes reports: the script {@code suite} says which. */
class FlakyCommandTest {

    private static final String REPORT = """
            mkdir -p module/target/surefire-reports
            cat >module/target/surefire-reports/TEST-a.xml <<'XML'
            <testsuite>
              <testcase name="fine" classname="a.ATest"/>
              %s
            </testsuite>
            XML
            """;

    @TempDir
    Path folder;

    private Path tree;
    private Scripts scripts;

    @BeforeEach
    void prepare() throws IOException {
        tree = folder.resolve("a tree");
        Files.createDirectories(tree.resolve("lab"));
        for (String file : List.of("dev", "lab/launch.sh", "lab/flaky.sh")) {
            Files.copy(Scripts.ROOT.resolve(file), tree.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        scripts = new Scripts(tree, folder.resolve("tools"));
        scripts.replace("java", "#!/bin/sh\necho '    java.specification.version = 17'\n");
        scripts.set("GIT_DIR", folder.resolve("none").toString());
    }

    @Test
    void runsWithoutAFailureAreGood() {
        suite(REPORT.formatted(""));

        Scripts.Ran ran = scripts.run("./dev", "flaky", "2");

        assertThat(ran.output()).contains("Runs: 2 alone, 2 with every core busy", "No test ever failed.");
        assertThat(ran.code()).isZero();
        assertThat(runs()).isEqualTo(4);
    }

    @Test
    void aNumberOfRunsThatTheShellCannotCountIsRefused() {
        suite(REPORT.formatted(""));

        Scripts.Ran ran = scripts.run("./dev", "flaky", "99999999999999999999");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.output()).doesNotContain("No test ever failed.");
    }

    @Test
    void choicesThatDifferInSignsOnlyHaveRunsOfTheirOwn() {
        suite(REPORT.formatted(""));
        scripts.run("./dev", "flaky", "--classes", "WheelTest|RacesTest", "1");

        scripts.run("./dev", "flaky", "--classes", "WheelTest.RacesTest", "1");

        assertThat(runs()).isEqualTo(4);
    }

    @Test
    void aFileThatChangesInATreeWithoutGitIsOtherCode() throws IOException {
        suite(REPORT.formatted(""));
        Path source = tree.resolve("Wheel.java");
        Files.writeString(source, "class Wheel {}");
        assertThat(scripts.run("./dev", "flaky", "1").code()).isZero();
        Files.writeString(source, "class Wheel { int spokes; }");

        Scripts.Ran ran = scripts.run("./dev", "flaky", "1");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.errors()).contains("the code has changed");
    }

    @Test
    void aTestThatFailedOnceIsListedWithItsMessage() {
        suite("[ \"$run\" = 2 ] || " + group(REPORT.formatted("")) + "\n[ \"$run\" != 2 ] || "
                + group(REPORT.formatted("""
                        <testcase name="slow" classname="a.BTest$Nested">
                          <failure message="expected: &lt;1&gt;&#10;but was: 2"><![CDATA[a trace]]></failure>
                        </testcase>""") + "exit 1\n"));

        Scripts.Ran ran = scripts.run("./dev", "flaky", "1");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.output())
                .contains("a.BTest$Nested#slow: failed", "0 times alone, 1 times busy: expected: <1> but was: 2");
        assertThat(tree.resolve("target/flaky/suite/busy-1/TEST-a.xml")).exists();
    }

    @Test
    void aTestThatPassedOnlyWhenRunAgainIsListedThoughTheBuildIsGreen() {
        suite(REPORT.formatted("""
                <testcase name="again" classname="a.BTest"><flakyFailure message="late"/></testcase>"""));

        Scripts.Ran ran = scripts.run("./dev", "flaky", "1");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.output()).contains("a.BTest#again: passed only when run again", "1 times alone, 1 times busy");
    }

    @Test
    void whatATestPrintsIsNotTakenForAReport() {
        suite(REPORT.formatted("""
                <testcase name="prints" classname="a.BTest"><system-out><![CDATA[
                <failure message="only printed"/>
                ]]></system-out></testcase>"""));

        assertThat(scripts.run("./dev", "flaky", "1").code()).isZero();
    }

    @Test
    void aSafetyViolationIsListedThoughEveryTestPassed() {
        suite(REPORT.formatted("") + "echo 'two owners' >module/target/safety-violations.txt\n");

        Scripts.Ran ran = scripts.run("./dev", "flaky", "1");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.output()).contains("safety violation", "two owners");
    }

    @Test
    void aViolationOfAnEarlierBuildIsNotRemoved() throws IOException {
        suite(REPORT.formatted(""));
        Path marker = tree.resolve("module/target/safety-violations.txt");
        Files.createDirectories(marker.getParent());
        Files.writeString(marker, "two owners\n");

        Scripts.Ran ran = scripts.run("./dev", "flaky", "1");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.errors()).contains("module/target/safety-violations.txt");
        assertThat(marker).hasContent("two owners");
    }

    @Test
    void aViolationOfARunThatWasStoppedIsListedInTheEnd() {
        suite(REPORT.formatted("") + "[ \"$run\" != 2 ] || "
                + group("echo 'two owners' >module/target/safety-violations.txt\nkill -TERM $PPID"));

        assertThat(scripts.run("./dev", "flaky", "1").code()).isEqualTo(143);
        Scripts.Ran continued = scripts.run("./dev", "flaky", "1");

        assertThat(continued.code()).isEqualTo(1);
        assertThat(continued.output()).contains("green in", "safety violation", "two owners");
    }

    @Test
    void aViolationOfABuildBetweenTwoRunsIsNotRemoved() throws IOException {
        suite(REPORT.formatted(""));
        scripts.run("./dev", "flaky", "1");
        Path marker = tree.resolve("module/target/safety-violations.txt");
        Files.writeString(marker, "two owners\n");

        Scripts.Ran ran = scripts.run("./dev", "flaky", "2");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.errors()).contains("another build", "module/target/safety-violations.txt");
        assertThat(marker).hasContent("two owners");
    }

    @Test
    void aClassWhoseJvmCrashedIsListedAndTheRunsContinue() {
        suite(REPORT.formatted("") + "[ \"$run\" != 1 ] || " + group("""
                touch module/target/surefire-reports/a.BTest-output.txt
                exit 1"""));

        Scripts.Ran ran = scripts.run("./dev", "flaky", "1");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.output()).contains("red in", "green in", "a.BTest: crashed", "1 times alone, 0 times busy");
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void aTestJvmThatCrashedBetweenClassesIsListed() {
        suite(REPORT.formatted("")
                + "echo '[ERROR] The forked VM terminated without properly saying goodbye.'; exit 1");

        Scripts.Ran ran = scripts.run("./dev", "flaky", "1");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.output()).contains("a test JVM: crashed");
    }

    @Test
    void aFailedTestDoesNotSkipTheModulesThatComeAfterIt() {
        suite(REPORT.formatted(""));
        scripts.run("./dev", "flaky", "1");

        assertThat(arguments()).contains("-Dmaven.test.failure.ignore=true");
    }

    @Test
    void aBuildThatFailsThoughNoTestDoesCannotRun() {
        suite(REPORT.formatted("") + "echo '[ERROR] does not compile'; exit 1");

        Scripts.Ran ran = scripts.run("./dev", "flaky", "1");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.errors()).contains("does not compile", "the build failed, but no test did");
    }

    @Test
    void aStoppedCommandContinues() {
        suite("[ \"$run\" != 2 ] || kill -TERM $PPID\n" + REPORT.formatted(""));

        Scripts.Ran stopped = scripts.run("./dev", "flaky", "1");
        assertThat(stopped.code()).isEqualTo(143);
        assertThat(stopped.output()).contains("Stopped. The same command continues with run 1, busy");

        Scripts.Ran continued = scripts.run("./dev", "flaky", "1");
        assertThat(continued.code()).isZero();
        assertThat(continued.output()).contains("Run 1 of 1, busy").doesNotContain("Run 1 of 1, alone");
        assertThat(runs()).isEqualTo(3);
    }

    @Test
    void aBuildThatRunsNoTestCannotRun() {
        suite("echo '[ERROR] does not compile'; exit 1");

        Scripts.Ran ran = scripts.run("./dev", "flaky", "1");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.errors()).contains("no test ran");
    }

    @Test
    void theChosenTestsAreAMatterOfTheirOwn() {
        suite(REPORT.formatted(""));
        scripts.run("./dev", "flaky", "1");

        assertThat(scripts.run("./dev", "flaky", "--tag", "timing", "1").code()).isZero();

        assertThat(runs()).isEqualTo(4);
        assertThat(arguments())
                .contains("-Dunit.groups=timing & !servers")
                .contains("-Dserver.groups=timing & servers");
        scripts.run("./dev", "flaky", "--classes", "Wheel|Race", "1");
        assertThat(arguments()).contains("-Dtest=%regex[.*(Wheel|Race).*]");
    }

    @Test
    void resetForgetsTheRuns() {
        suite(REPORT.formatted(""));
        scripts.run("./dev", "flaky", "1");

        assertThat(scripts.run("./dev", "flaky", "--reset").code()).isZero();

        scripts.run("./dev", "flaky", "1");
        assertThat(runs()).isEqualTo(4);
    }

    private static String group(String commands) {
        return "{\n" + commands + "\n}";
    }

    /** What the Maven of the test does; {@code $run} counts its calls. */
    private void suite(String commands) {
        String calls = folder.resolve("calls").toString();
        scripts.replace(
                "mvn",
                "#!/bin/sh\necho \"$*\" >>'" + calls + "'\nrun=$(wc -l <'" + calls + "')\nrun=$((run))\n" + commands
                        + "\n");
    }

    private long runs() {
        return calls().size();
    }

    private String arguments() {
        List<String> calls = calls();
        return calls.get(calls.size() - 1);
    }

    private List<String> calls() {
        try {
            return Files.readAllLines(folder.resolve("calls"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
