package dev.mortise.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.SAXException;

/**
 * Adds up the test reports of all modules at the end of a build. Prints the counts of each module, the slowest tests, each test
 * that passed only when it ran again, each failure in full, and as the last line {@code N passed, N failed, N skipped}. Fails the
 * build if a test failed or safety was violated.
 *
 * <p>Below the root's {@code target} it writes {@code test-cases.txt}, the sorted list of all test cases, and {@code flaky.txt},
 * those that needed a rerun.
 */
public final class BuildReport {

    private static final int SLOWEST = 8;
    private static final Set<String> SKIPPED = Set.of(".git", "src", "classes", "test-classes");
    private static final Pattern REPORT = Pattern.compile("(.*)/target/(?:quick/)?\\w+-reports/TEST-.*\\.xml");

    private final Path root;
    private final List<TestCase> cases = new ArrayList<>();
    private final List<Path> violations = new ArrayList<>();

    BuildReport(Path root) throws IOException {
        this.root = root.toRealPath();
    }

    /** Takes the root of the source tree and the moment when the build began. Older reports do not count. */
    public static void main(String[] args) throws IOException, ParserConfigurationException, SAXException {
        BuildReport report = new BuildReport(Path.of(args[0]));
        report.read(Instant.parse(args[1]));
        report.write();
        report.print(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        if (report.failed()) {
            throw new BuildFailedException();
        }
    }

    /** Says what happened in one line: the report above it has the rest. */
    private static final class BuildFailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BuildFailedException() {
            super("Tests failed or safety was violated. See the report above.", null, false, false);
        }
    }

    /** Reads the reports that were written since then, and the violations of any time: only a clean build forgets them. */
    void read(Instant since) throws IOException, ParserConfigurationException, SAXException {
        TreeMap<Path, String> reports = new TreeMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return !folder.equals(root) && SKIPPED.contains(String.valueOf(folder.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                Matcher report = REPORT.matcher(root.relativize(file).toString());
                if (file.endsWith("safety-violations.txt")) {
                    violations.add(file);
                } else if (report.matches()
                        && !attributes.lastModifiedTime().toInstant().isBefore(since)) {
                    reports.put(file, report.group(1));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        violations.sort(Comparator.naturalOrder());
        for (Map.Entry<Path, String> report : reports.entrySet()) {
            cases.addAll(TestCase.readAll(report.getKey(), report.getValue()));
        }
    }

    /** Whether the build has to fail. */
    boolean failed() {
        return !violations.isEmpty() || cases.stream().anyMatch(test -> test.result() == TestCase.Result.FAILED);
    }

    /** Writes the lists. */
    void write() throws IOException {
        Path target = Files.createDirectories(root.resolve("target"));
        TreeSet<String> names = new TreeSet<>();
        cases.forEach(test -> names.add(test.name()));
        Files.write(target.resolve("test-cases.txt"), names);
        Files.write(target.resolve("flaky.txt"), flaky().map(TestCase::name).toList());
    }

    void print(PrintStream out) throws IOException {
        out.println();
        TreeMap<String, List<TestCase>> modules = new TreeMap<>();
        cases.forEach(test -> modules.computeIfAbsent(test.module(), module -> new ArrayList<>())
                .add(test));
        modules.forEach((module, tests) -> out.printf("  %-26s %s%n", module, totals(tests)));
        List<TestCase> slowest = cases.stream()
                .sorted(Comparator.comparingDouble(TestCase::seconds).reversed())
                .limit(SLOWEST)
                .toList();
        if (!slowest.isEmpty()) {
            out.println("The slowest tests:");
            slowest.forEach(test -> out.printf(Locale.ROOT, "%7.1f s  %s%n", test.seconds(), test.name()));
        }
        List<TestCase> flaky = flaky().toList();
        if (!flaky.isEmpty()) {
            out.println("Passed only when they ran again (target/flaky.txt):");
            flaky.forEach(test -> out.printf("  %s%n%s%n", test.name(), indented(test.failure())));
        }
        cases.stream()
                .filter(test -> test.result() == TestCase.Result.FAILED)
                .forEach(test -> out.printf("FAILED  %s%n%s%n", test.name(), indented(test.failure())));
        for (Path violation : violations) {
            out.printf(
                    "SAFETY VIOLATION, recorded in %s. Remove the file once it is explained.%n",
                    root.relativize(violation));
            out.println(indented(Files.readString(violation)));
        }
        out.println();
        out.println(totals(cases));
    }

    private static String totals(List<TestCase> cases) {
        return count(cases, TestCase.Result.PASSED) + " passed, " + count(cases, TestCase.Result.FAILED) + " failed, "
                + count(cases, TestCase.Result.SKIPPED) + " skipped";
    }

    private Stream<TestCase> flaky() {
        return cases.stream()
                .filter(test -> test.result() == TestCase.Result.PASSED
                        && !test.failure().isEmpty());
    }

    private static long count(List<TestCase> cases, TestCase.Result result) {
        return cases.stream().filter(test -> test.result() == result).count();
    }

    private static String indented(String text) {
        return "    " + text.strip().replace("\n", "\n    ");
    }
}
