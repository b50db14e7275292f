package dev.mortise.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A word or phrase that our prose avoids, from the list {@code prose-phrases.txt}.
 *
 * @param name the phrase, for messages
 * @param pattern finds the phrase
 * @param instead what to write in its place
 * @param found example sentences that contain the phrase
 * @param fine similar sentences that do not contain it
 */
record DiscouragedPhrase(String name, Pattern pattern, String instead, List<String> found, List<String> fine) {

    static final List<DiscouragedPhrase> ALL = parse(resource("prose-phrases.txt"));

    /** The beginning of a paragraph, or the punctuation that ends the sentence before. */
    private static final String SENTENCE_START = "(?:^|[.:;!?][\"')]*\\s)\\s*";

    /** Returns where this phrase is in a paragraph; the first group of each result is the phrase. */
    List<MatchResult> in(Passage paragraph) {
        return pattern.matcher(paragraph.text()).results().toList();
    }

    /** Reads a list of entries, which are separated by blank lines. A line that begins with # is a comment. */
    static List<DiscouragedPhrase> parse(String list) {
        List<DiscouragedPhrase> phrases = new ArrayList<>();
        for (String entry : list.replaceAll("(?m)^#.*\n", "").strip().split("\n\\s*\n")) {
            phrases.add(entry(entry));
        }
        return phrases;
    }

    private static DiscouragedPhrase entry(String entry) {
        String starts = String.join("|", values(entry, "starts"));
        String anywhere = String.join("|", values(entry, "pattern"));
        if (starts.isEmpty() == anywhere.isEmpty()) {
            throw new IllegalArgumentException("An entry needs either 'pattern' or 'starts':\n" + entry);
        }
        String phrase =
                starts.isEmpty() ? "(?<!\\w)(" + anywhere + ")(?!\\w)" : SENTENCE_START + "(" + starts + ")(?!\\w)";
        return new DiscouragedPhrase(
                String.join(", ", values(entry, "phrase")),
                Pattern.compile("(?i)" + phrase.replace(" ", "\\s{1,9}")),
                String.join(" ", values(entry, "instead")),
                values(entry, "found"),
                values(entry, "fine"));
    }

    private static List<String> values(String entry, String key) {
        return entry.lines()
                .filter(line -> line.startsWith(key + ":"))
                .map(line -> line.substring(key.length() + 1).strip())
                .toList();
    }

    private static String resource(String name) {
        try (InputStream in = DiscouragedPhrase.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
