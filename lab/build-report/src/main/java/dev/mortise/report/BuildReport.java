package dev.mortise.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
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
 * that passed only when it ran again, each failure in full, and as the last line {@code N passed, N failed, N skipped}. A test
 * class whose JVM crashed counts as a failed test, and so does a report that cannot be read. Fails the build if no
 * test ran, a test failed or safety was violated.
 *
 * <p>Below the root's {@code target} it writes {@code test-cases.txt}, the sorted list of all test cases, and {@code flaky.txt},
 * those that needed a rerun. After a safety violation it copies the reports and logs of the module to {@code safety}, because
 * the next build overwrites them.
 */
public final class BuildReport {

    private static final int SLOWEST = 8;
    private static final Path VIOLATIONS = Path.of("target", "safety-violations.txt");
    private static final Set<String> SKIPPED = Set.of(".git", "src", "classes", "test-classes");

    /** The folders of reports next to a violation. A build with {@code -Dquick} has its own. */
    private static final List<String> REPORTS =
            List.of("surefire-reports", "server-reports", "quick/surefire-reports", "quick/server-reports");

    /** Surefire creates it when a test class begins, and the report of the class when it ends. */
    private static final String OUTPUT = "-output.txt";

    private static final Pattern FILE = Pattern.compile(
            "(.*)/target/(?:quick/)?\\w+-reports/(?:TEST-.*\\.xml|.*" + OUTPUT + "|.*\\.dump(?:stream)?)");

    /** Most dumps of Surefire are about harmless output. */
    private static final Pattern CRASH =
            Pattern.compile("Killing self fork JVM|A fatal error has been detected by the Java Runtime Environment");

    private final Path root;
    private final List<TestCase> cases = new ArrayList<>();
    private final List<Path> dumps = new ArrayList<>();
    private final List<Path> violations = new ArrayList<>();
    private Instant began = Instant.MIN;

    BuildReport(Path root) throws IOException {
        this.root = root.toRealPath();
    }

    /** Takes the root of the source tree and the moment when the build began. Older reports do not count. */
    public static void main(String[] args) throws IOException, ParserConfigurationException {
        BuildReport report = new BuildReport(Path.of(args[0]));
        report.read(Instant.parse(withAsciiDigits(args[1])));
        report.write();
        report.print(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        if (report.failed()) {
            throw new BuildFailedException();
        }
    }

    /** Maven writes the moment with the digits of the user's language. */
    static String withAsciiDigits(String text) {
        StringBuilder ascii = new StringBuilder();
        text.codePoints()
                .map(each -> Character.isDigit(each) ? '0' + Character.digit(each, 10) : each)
                .forEach(ascii::appendCodePoint);
        return ascii.toString();
    }

    /** Says what happened in one line: the report above it has the rest. */
    private static final class BuildFailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BuildFailedException() {
            super("No test ran, a test failed or safety was violated. See the report above.", null, false, false);
        }
    }

    /** Reads what tests have written since then, and the violations of any time: only a clean build forgets them. */
    void read(Instant since) throws IOException, ParserConfigurationException {
        began = since;
        TreeMap<Path, String> files = new TreeMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return !folder.equals(root) && SKIPPED.contains(String.valueOf(folder.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                Matcher written = FILE.matcher(root.relativize(file).toString());
                if (file.endsWith(VIOLATIONS)) {
                    violations.add(file);
                } else if (written.matches()
                        && !attributes.lastModifiedTime().toInstant().isBefore(since)) {
                    files.put(file, written.group(1));
                }
                return FileVisitResult.CONTINUE;
            }

            // A folder that another user has made and that cannot be read.
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        });
        violations.sort(Comparator.naturalOrder());
        for (Map.Entry<Path, String> each : files.entrySet()) {
            Path file = each.getKey();
            String name = String.valueOf(file.getFileName());
            if (name.endsWith(".xml")) {
                readReport(file, each.getValue());
            } else if (!name.endsWith(OUTPUT)) {
                readDump(file);
            } else {
                String testClass = name.substring(0, name.length() - OUTPUT.length());
                if (!files.containsKey(file.resolveSibling("TEST-" + testClass + ".xml"))) {
                    cases.add(unfinished(testClass, each.getValue(), file));
                }
            }
        }
    }

    private void readReport(Path report, String module) throws ParserConfigurationException {
        try {
            cases.addAll(TestCase.readAll(report, module));
        } catch (IOException | SAXException | NumberFormatException e) {
            cases.add(TestCase.failed(module, String.valueOf(report.getFileName()), "Cannot read this report: " + e));
        }
    }

    private void readDump(Path dump) throws IOException {
        if (CRASH.matcher(text(dump)).find()) {
            dumps.add(dump);
        }
    }

    private TestCase unfinished(String testClass, String module, Path output) {
        return TestCase.failed(
                module,
                TestCase.simple(testClass),
                "The test JVM ended before this class did: it crashed, it was stopped after its time limit, or a test called "
                        + "System.exit. What the class printed is in " + root.relativize(output));
    }

    /** Whether the build has to fail. */
    boolean failed() {
        return cases.isEmpty()
                || !violations.isEmpty()
                || cases.stream().anyMatch(test -> test.result() == TestCase.Result.FAILED);
    }

    /** Writes the lists. */
    void write() throws IOException {
        Path target = Files.createDirectories(root.resolve("target"));
        TreeSet<String> names = new TreeSet<>();
        cases.forEach(test -> names.add(test.name()));
        Files.write(target.resolve("test-cases.txt"), names);
        Files.write(target.resolve("flaky.txt"), flaky().map(TestCase::name).toList());
        for (Path violation : violations) {
            if (!isEarlier(violation)) {
                keepEvidence(violation);
            }
        }
    }

    private boolean isEarlier(Path violation) throws IOException {
        return Files.getLastModifiedTime(violation).toInstant().isBefore(began);
    }

    /** Copies the violation, and the reports and logs of all tests of its module. */
    private void keepEvidence(Path violation) throws IOException {
        Path evidence = Files.createDirectories(evidence(violation));
        Files.copy(violation, evidence.resolve("violations.txt"), StandardCopyOption.REPLACE_EXISTING);
        for (String folder : REPORTS) {
            Path reports = violation.resolveSibling(folder);
            if (Files.isDirectory(reports)) {
                Path kept = Files.createDirectories(evidence.resolve(folder));
                try (Stream<Path> files = Files.list(reports)) {
                    for (Path file : files.filter(Files::isRegularFile).toList()) {
                        Files.copy(file, kept.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        }
    }

    /** The folder for what explains a violation: one for each build and module. */
    private Path evidence(Path violation) {
        String module = root.relativize(violation).toString().replace(VIOLATIONS.toString(), "");
        return root.resolve("target")
                .resolve("safety")
                .resolve(began.toString().replace(':', '-'))
                .resolve(module);
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
        for (Path dump : dumps) {
            out.printf("CRASHED  a test JVM: %s%n%s%n", root.relativize(dump), indented(text(dump)));
        }
        for (Path violation : violations) {
            out.printf(
                    "SAFETY VIOLATION%s, recorded in %s. %sRemove the file once it is explained.%n",
                    isEarlier(violation) ? " of an earlier build" : "",
                    root.relativize(violation),
                    isEarlier(violation)
                            ? ""
                            : "Reports and logs are kept in " + root.relativize(evidence(violation)) + ". ");
            out.println(indented(text(violation)));
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

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static String indented(String text) {
        return "    " + text.strip().replace("\n", "\n    ");
    }
}
