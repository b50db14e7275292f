package dev.mortise.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/write-ups.md: every row is full and names tests, and those are there. */
class WriteUpsPageTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+\\.\\w+)`");
    private static final Pattern DECLARED =
            Pattern.compile("@(?:Test|FaultTest|ParameterizedTest)\\b.*?\\bvoid (\\w+)\\(", Pattern.DOTALL);

    private final List<List<String>> rows = rows();

    WriteUpsPageTest() throws IOException {}

    @Test
    void noCellIsEmpty() {
        assertTrue(rows.size() > 50, () -> "only " + rows.size() + " rows");
        assertEquals(
                List.of(),
                rows.stream()
                        .filter(row -> row.size() != 4 || row.stream().anyMatch(String::isBlank))
                        .toList());
    }

    @Test
    void everyRowNamesATest() {
        assertEquals(
                List.of(), rows.stream().filter(row -> named(row).isEmpty()).toList());
    }

    @Test
    void everyTestThatIsNamedIsThere() throws IOException {
        Set<String> missing = new TreeSet<>();
        rows.forEach(row -> missing.addAll(named(row)));
        missing.removeAll(declared());
        assertEquals(Set.of(), missing);
    }

    /** The rows of all tables, without their heads. */
    private static List<List<String>> rows() throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/write-ups.md"))) {
            if (line.startsWith("| ---")) {
                rows.remove(rows.size() - 1);
            } else if (line.startsWith("|")) {
                String cells = line.substring(1, line.lastIndexOf('|'));
                rows.add(
                        Arrays.stream(cells.split("\\|", -1)).map(String::strip).toList());
            }
        }
        return rows;
    }

    private static List<String> named(List<String> row) {
        return NAMED.matcher(row.get(row.size() - 1))
                .results()
                .map(name -> name.group(1))
                .toList();
    }

    /** All tests of the build, as {@code Class.method}. */
    private static Set<String> declared() throws IOException {
        Set<String> tests = new TreeSet<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(WriteUpsPageTest::isSource).toList()) {
                String type = file.getFileName().toString().replace(".java", ".");
                DECLARED.matcher(Files.readString(file))
                        .results()
                        .map((MatchResult method) -> type + method.group(1))
                        .forEach(tests::add);
            }
        }
        return tests;
    }

    private static boolean isSource(Path file) {
        String path = file.toString().replace('\\', '/');
        return path.endsWith(".java") && path.contains("/src/") && !path.contains("/target/");
    }
}
