package dev.mortise.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The number of discouraged phrases in each file, as {@code prose-allowed.txt} lists them. Files with the same simple name share
 * one number, so the list stays the same when a file moves to another folder.
 */
final class ProseAllowance {

    private static final String HEAD = """
            # The number of phrases of prose-phrases.txt in each file. Files with the same simple name share one number.
            # No number may be raised: see CONTRIBUTING.md, Prose.
            """;

    private final SortedMap<String, Integer> counts;

    ProseAllowance(SortedMap<String, Integer> counts) {
        this.counts = new TreeMap<>(counts);
        this.counts.values().removeIf(count -> count == 0);
    }

    static ProseAllowance parse(String list) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        for (String line : list.lines().filter(each -> !each.startsWith("#")).toList()) {
            String[] columns = line.strip().split(" +", 2);
            if (columns.length < 2 || counts.put(columns[1], Integer.valueOf(columns[0])) != null) {
                throw new IllegalArgumentException("Not '<count> <file>', or the file is listed twice: " + line);
            }
        }
        return new ProseAllowance(counts);
    }

    /** Returns the key under which a file is listed. */
    static String key(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the files that have more phrases than this allowance lists. */
    List<String> exceededBy(ProseAllowance actual) {
        return actual.counts.keySet().stream()
                .filter(key -> actual.of(key) > of(key))
                .toList();
    }

    /** Returns a line for each number that is larger than the actual one. */
    List<String> unusedBy(ProseAllowance actual) {
        List<String> unused = new ArrayList<>();
        counts.forEach((key, count) -> {
            if (actual.of(key) < count) {
                unused.add(key + ": " + actual.of(key) + " found, " + count + " listed");
            }
        });
        return unused;
    }

    /** Returns a line for each file that an earlier list contains with a smaller number. */
    List<String> raisedSince(ProseAllowance earlier) {
        List<String> raised = new ArrayList<>();
        counts.forEach((key, count) -> {
            if (earlier.counts.containsKey(key) && earlier.of(key) < count) {
                raised.add(key + ": " + count + " found, " + earlier.of(key) + " before");
            }
        });
        return raised;
    }

    /** Returns a list in which each number that is too large is lowered to the actual one. No number is raised. */
    ProseAllowance loweredTo(ProseAllowance actual) {
        SortedMap<String, Integer> lowered = new TreeMap<>(counts);
        lowered.replaceAll((key, count) -> Math.min(count, actual.of(key)));
        return new ProseAllowance(lowered);
    }

    /** Returns the number of phrases in all files. */
    int total() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    int of(String key) {
        return counts.getOrDefault(key, 0);
    }

    /** Returns the list in the form that {@link #parse} reads. */
    @Override
    public String toString() {
        StringBuilder list = new StringBuilder(HEAD);
        counts.forEach(
                (key, count) -> list.append(count).append(' ').append(key).append('\n'));
        return list.toString();
    }
}
