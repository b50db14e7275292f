package dev.mortise.architecture;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Documents, help texts, comments and string literals avoid the phrases of {@code prose-phrases.txt}.
 *
 * <p>{@code prose-allowed.txt} lists how many of them each file still has. With {@code -Dmortise.prose.shrink=true} this test
 * lowers the numbers of that list to what it finds. If the list does not exist, it writes the list from scratch.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProseTest {

    private static final Path ROOT = Path.of("..");
    private static final Path ALLOWED = Path.of("src/test/resources/dev/mortise/architecture/prose-allowed.txt");

    private static final String SHRINK = "./dev test -Dmortise.prose.shrink=true ProseTest";

    private final SortedMap<String, List<Occurrence>> occurrences = new TreeMap<>();
    private final ProseAllowance actual;
    private final ProseAllowance allowed;

    ProseTest() throws IOException {
        SortedMap<String, Integer> counts = new TreeMap<>();
        ProseFiles.below(ROOT).forEach((path, paragraphs) -> {
            List<Occurrence> found = occurrencesIn(path, paragraphs);
            String key = ProseAllowance.key(path);
            occurrences.computeIfAbsent(key, each -> new ArrayList<>()).addAll(found);
            counts.merge(key, found.size(), Integer::sum);
        });
        actual = new ProseAllowance(counts);
        allowed = Boolean.getBoolean("mortise.prose.shrink") ? shrunk() : listed();
    }

    private static ProseAllowance listed() throws IOException {
        if (!Files.exists(ALLOWED)) {
            fail("architecture-tests/" + ALLOWED + " is missing: restore it from version control");
        }
        return ProseAllowance.parse(Files.readString(ALLOWED));
    }

    private ProseAllowance shrunk() throws IOException {
        ProseAllowance shrunk = Files.exists(ALLOWED) ? listed().loweredTo(actual) : actual;
        Files.writeString(ALLOWED, shrunk.toString());
        return shrunk;
    }

    @Test
    void filesOfEachKindAreRead() {
        for (String kind : List.of(".md", ".java", ".lua", ".sh", "mortise", ".txt")) {
            assertTrue(
                    occurrences.keySet().stream().anyMatch(key -> key.endsWith(kind)),
                    () -> "no " + kind + " was read");
        }
    }

    @Test
    void noFileHasMorePhrasesThanItIsAllowed() {
        List<String> failures = new ArrayList<>();
        for (String key : allowed.exceededBy(actual)) {
            failures.add(key + ": " + actual.of(key) + " found, " + allowed.of(key) + " allowed");
            occurrences.get(key).forEach(occurrence -> failures.add(occurrence.toString()));
        }
        if (!failures.isEmpty()) {
            fail("Some prose reads like a translation. Rewrite it (CONTRIBUTING.md, Prose):\n"
                    + String.join("\n", failures));
        }
    }

    @Test
    void noFileHasFewerPhrasesThanItIsAllowed() {
        List<String> unused = allowed.unusedBy(actual);
        if (!unused.isEmpty()) {
            fail("The prose has improved. Lower the numbers in architecture-tests/" + ALLOWED + ", or run\n" + SHRINK
                    + "\n" + String.join("\n", unused));
        }
    }

    /** A file that is not in an earlier list may have been renamed or split off, so it counts only for the sum. */
    @Test
    void noFileHasMorePhrasesThanInAnyOfTheLastThirtyCommits(@TempDir Path folder) {
        for (Map.Entry<String, ProseAllowance> each : earlierLists(folder).entrySet()) {
            List<String> raised = actual.raisedSince(each.getValue());
            if (!raised.isEmpty()) {
                fail("Files contain more discouraged phrases than at commit " + each.getKey()
                        + ". Rewrite what was added (CONTRIBUTING.md, Prose):\n" + String.join("\n", raised));
            }
        }
    }

    @Test
    void theWholeListIsNotLongerThanInAnyOfTheLastThirtyCommits(@TempDir Path folder) {
        earlierLists(folder).forEach((commit, earlier) -> {
            int before = earlier.total();
            assertTrue(
                    actual.total() <= before,
                    () -> "The files contain " + actual.total() + " discouraged phrases. At commit " + commit
                            + " they contained " + before + ". Rewrite what was added (CONTRIBUTING.md, Prose).");
        });
    }

    /** Returns the lists of HEAD and of the thirty commits before it, by commit, if the phrases were the same. */
    private static Map<String, ProseAllowance> earlierLists(Path folder) {
        String listAt = "architecture-tests/" + ALLOWED;
        Scripts scripts = new Scripts(Scripts.ROOT, folder);
        Map<String, ProseAllowance> lists = new LinkedHashMap<>();
        for (String commit : git(scripts, "rev-list", "--abbrev-commit", "--max-count=31", "HEAD")
                .lines()
                .toList()) {
            if (!git(scripts, "diff", "--name-only", commit, "--", listAt.replace("allowed", "phrases"))
                    .isEmpty()) {
                break;
            }
            lists.put(commit, ProseAllowance.parse(git(scripts, "show", commit + ":" + listAt)));
        }
        assumeFalse(lists.isEmpty(), "the phrases have changed, so the numbers cannot be compared");
        return lists;
    }

    private static String git(Scripts scripts, String... words) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        try {
            Scripts.Ran ran = scripts.run(command.toArray(new String[0]));
            assumeTrue(ran.code() == 0, () -> "no history to compare with: " + ran.errors());
            return ran.output();
        } catch (UncheckedIOException e) {
            return abort("git is not installed");
        }
    }

    private static List<Occurrence> occurrencesIn(String path, List<Passage> paragraphs) {
        List<Occurrence> found = new ArrayList<>();
        for (Passage paragraph : paragraphs) {
            for (DiscouragedPhrase phrase : DiscouragedPhrase.ALL) {
                for (MatchResult match : phrase.in(paragraph)) {
                    found.add(new Occurrence(
                            path, paragraph.lineOf(match.start(1)), excerpt(paragraph.text(), match), phrase));
                }
            }
        }
        found.sort(Comparator.comparingInt(Occurrence::line));
        return found;
    }

    /** Returns the phrase with the words around it, in one line. */
    private static String excerpt(String text, MatchResult match) {
        int from = Math.max(text.lastIndexOf(' ', Math.max(match.start(1) - 30, 0)), 0);
        int to = text.indexOf(' ', Math.min(match.end(1) + 30, text.length()));
        return text.substring(from, to < 0 ? text.length() : to)
                .replaceAll("\\s+", " ")
                .replace(Passage.CODE, '…')
                .strip();
    }

    /** A phrase in a file. */
    private record Occurrence(String path, int line, String text, DiscouragedPhrase phrase) {
        @Override
        public String toString() {
            return "  %s:%d: \"%s\" (%s). Write: %s".formatted(path, line, text, phrase.name(), phrase.instead());
        }
    }
}
