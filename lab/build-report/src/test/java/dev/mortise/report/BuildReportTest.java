package dev.mortise.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildReportTest {

    private static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path root;

    @Test
    void aGreenBuildIsCountedAndDoesNotFail() throws Exception {
        suite("core", "surefire", testCase("passes", "") + testCase("isLeftOut", "<skipped/>"));
        assertThat(lines(report())).last().isEqualTo("1 passed, 0 failed, 1 skipped");
        assertThat(report().failed()).isFalse();
        assertThat(root.resolve("target/test-cases.txt"))
                .content()
                .isEqualTo("core SomeTest#isLeftOut\ncore SomeTest#passes\n");
    }

    @Test
    void theMomentOfTheBuildMayHaveTheDigitsOfAnyLanguage() {
        assertThat(BuildReport.withAsciiDigits("\u0662\u0660\u0662\u0666-\u0661\u0661-20T01:19:41Z"))
                .isEqualTo("2026-11-20T01:19:41Z");
    }

    @Test
    void theTestsOfEachModuleAreCounted() throws Exception {
        suite("core", "surefire", testCase("passes", ""));
        suite("core", "server", testCase("isLeftOut", "<skipped/>"));
        suite("redis", "surefire", testCase("fails", "<failure/>"));
        assertThat(lines(report()))
                .contains(
                        "  core                       1 passed, 0 failed, 1 skipped",
                        "  redis                      0 passed, 1 failed, 0 skipped")
                .last()
                .isEqualTo("1 passed, 1 failed, 1 skipped");
    }

    @Test
    void aFailedTestIsPrintedInFullAndFailsTheBuild() throws Exception {
        suite(
                "core",
                "surefire",
                testCase("fails", "<failure message='m'>java.lang.AssertionError: no\n\tat a.B</failure>"));
        BuildReport report = report();
        assertThat(lines(report))
                .contains("FAILED  core SomeTest#fails", "    java.lang.AssertionError: no", "    \tat a.B")
                .last()
                .isEqualTo("0 passed, 1 failed, 0 skipped");
        assertThat(report.failed()).isTrue();
    }

    @Test
    void aTestThatPassedWhenItRanAgainIsListedAndCountsAsPassed() throws Exception {
        suite("redis", "server", testCase("flaky", "<flakyFailure><stackTrace>once\n</stackTrace></flakyFailure>"));
        BuildReport report = report();
        assertThat(report.failed()).isFalse();
        assertThat(lines(report))
                .contains("  redis SomeTest#flaky", "    once")
                .last()
                .isEqualTo("1 passed, 0 failed, 0 skipped");
        assertThat(root.resolve("target/flaky.txt")).content().isEqualTo("redis SomeTest#flaky\n");
    }

    @Test
    void aTestThatNeverPassedIsFailedWithAllItsRuns() throws Exception {
        suite(
                "redis",
                "server",
                testCase(
                        "broken",
                        "<failure>first</failure><rerunFailure><stackTrace>second</stackTrace></rerunFailure>"));
        assertThat(lines(report())).contains("    first", "    second", "0 passed, 1 failed, 0 skipped");
    }

    @Test
    void aSafetyViolationFailsTheBuildThoughEveryTestPassed() throws Exception {
        suite("jedis", "server", testCase("passes", ""));
        Files.writeString(root.resolve("jedis/target/safety-violations.txt"), "Two owners at once\n");
        BuildReport report = report();
        assertThat(report.failed()).isTrue();
        assertThat(lines(report)).contains("    Two owners at once").last().isEqualTo("1 passed, 0 failed, 0 skipped");
    }

    @Test
    void theReportsAndLogsOfAViolationAreKept() throws Exception {
        Path report = suite("jedis", "server", testCase("passes", ""));
        Files.writeString(report.resolveSibling("a.SomeTest-output.txt"), "the history\n");
        Files.writeString(root.resolve("jedis/target/safety-violations.txt"), "Two owners at once\n");
        assertThat(lines(report()))
                .contains(
                        "SAFETY VIOLATION, recorded in jedis/target/safety-violations.txt. Reports and logs are kept in "
                                + "target/safety/2026-01-01T00-00-00Z/jedis. Remove the file once it is explained.");
        Path kept = root.resolve("target/safety/2026-01-01T00-00-00Z/jedis");
        assertThat(kept.resolve("server-reports/TEST-a.SomeTest.xml")).exists();
        assertThat(kept.resolve("server-reports/a.SomeTest-output.txt")).hasContent("the history");
        assertThat(kept.resolve("violations.txt")).hasContent("Two owners at once");
        assertThat(lines(report()).stream().filter(line -> line.startsWith("SAFETY VIOLATION")))
                .as("the kept copy does not count")
                .hasSize(1);
    }

    @Test
    void theReportsOfAQuickBuildAreKeptAfterAViolation() throws Exception {
        suite("jedis", "quick/surefire", testCase("passes", ""));
        suite("jedis", "quick/server", testCase("passes", ""));
        Files.writeString(root.resolve("jedis/target/safety-violations.txt"), "Two owners at once\n");
        assertThat(lines(report())).last().isEqualTo("2 passed, 0 failed, 0 skipped");
        Path kept = root.resolve("target/safety/2026-01-01T00-00-00Z/jedis/quick");
        assertThat(kept.resolve("surefire-reports/TEST-a.SomeTest.xml")).exists();
        assertThat(kept.resolve("server-reports/TEST-a.SomeTest.xml")).exists();
    }

    @Test
    void aViolationOfAnEarlierBuildIsCalledThatAndFailsTheBuild() throws Exception {
        suite("jedis", "server", testCase("passes", ""));
        Path marker = Files.writeString(root.resolve("jedis/target/safety-violations.txt"), "Two owners at once\n");
        Files.setLastModifiedTime(marker, FileTime.from(BEGAN.minusSeconds(1)));
        BuildReport report = report();
        assertThat(report.failed()).isTrue();
        assertThat(lines(report))
                .contains("SAFETY VIOLATION of an earlier build, recorded in jedis/target/safety-violations.txt. "
                        + "Remove the file once it is explained.");
        assertThat(root.resolve("target/safety")).doesNotExist();
    }

    @Test
    void aNestedClassIsNamedWithTheClassThatWasRun() throws Exception {
        suite("jedis", "server", "<testcase name='waits' classname='a.Kit$Waiting' time='1,000.5'/>");
        report();
        assertThat(root.resolve("target/test-cases.txt")).content().isEqualTo("jedis SomeTest#Kit$Waiting.waits\n");
    }

    @Test
    void reportsOfAnEarlierBuildDoNotCount() throws Exception {
        Path old = suite("core", "surefire", testCase("fails", "<error>no</error>"));
        Files.setLastModifiedTime(old, FileTime.from(BEGAN.minusSeconds(1)));
        assertThat(lines(report())).last().isEqualTo("0 passed, 0 failed, 0 skipped");
    }

    @Test
    void aBuildThatRanNoTestFails() throws Exception {
        assertThat(report().failed()).isTrue();
    }

    @Test
    void aClassThatBeganAndHasNoReportHasFailed() throws Exception {
        Path report = suite("core", "surefire", testCase("passes", ""));
        Files.writeString(report.resolveSibling("a.SomeTest-output.txt"), "");
        Files.writeString(report.resolveSibling("a.CrashedTest-output.txt"), "");
        BuildReport read = report();
        assertThat(lines(read)).contains("FAILED  core CrashedTest").last().isEqualTo("1 passed, 1 failed, 0 skipped");
        assertThat(read.failed()).isTrue();
    }

    @Test
    void theDumpOfAJvmThatWasKilledIsPrintedAndAHarmlessDumpIsNot() throws Exception {
        Path report = suite("core", "surefire", testCase("passes", ""));
        Files.writeString(report.resolveSibling("1-jvmRun1.dump"), "Killing self fork JVM.\n\"main\"\n");
        Files.writeString(report.resolveSibling("1-jvmRun2.dumpstream"), "Corrupted channel\n");
        assertThat(lines(report()))
                .contains("CRASHED  a test JVM: core/target/surefire-reports/1-jvmRun1.dump", "    \"main\"")
                .doesNotContain("    Corrupted channel");
    }

    @Test
    void aReportThatCannotBeReadCountsAsFailedAndTheOthersAreRead() throws Exception {
        Files.writeString(suite("core", "surefire", ""), "<testsuite>");
        suite("redis", "surefire", testCase("passes", ""));
        assertThat(lines(report()))
                .contains("FAILED  core TEST-a.SomeTest.xml")
                .last()
                .isEqualTo("1 passed, 1 failed, 0 skipped");
    }

    @Test
    void aTreeThatIsReachedThroughALinkIsRead() throws Exception {
        Path tree = Files.createDirectory(root.resolve("tree"));
        root = Files.createSymbolicLink(root.resolve("link"), tree);
        suite("core", "surefire", testCase("passes", ""));
        assertThat(lines(report())).last().isEqualTo("1 passed, 0 failed, 0 skipped");
    }

    @Test
    void aTreeThatIsItselfCalledSrcIsRead() throws Exception {
        root = Files.createDirectory(root.resolve("src"));
        suite("core", "surefire", testCase("passes", ""));
        assertThat(lines(report())).last().isEqualTo("1 passed, 0 failed, 0 skipped");
    }

    private Path suite(String module, String kind, String cases) throws IOException {
        Path folder =
                Files.createDirectories(root.resolve(module).resolve("target").resolve(kind + "-reports"));
        return Files.writeString(
                folder.resolve("TEST-a.SomeTest.xml"), "<testsuite name='a.SomeTest'>" + cases + "</testsuite>");
    }

    private static String testCase(String name, String inside) {
        return "<testcase name='" + name + "' classname='a.SomeTest' time='0.1'>" + inside + "</testcase>";
    }

    private BuildReport report() throws Exception {
        BuildReport report = new BuildReport(root);
        report.read(BEGAN);
        report.write();
        return report;
    }

    private static List<String> lines(BuildReport report) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        report.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
