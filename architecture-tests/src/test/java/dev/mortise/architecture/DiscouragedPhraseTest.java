package dev.mortise.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscouragedPhraseTest {

    private static final DiscouragedPhrase ANYWHERE = phrase("pattern: in a line");
    private static final DiscouragedPhrase AT_START = phrase("starts: under the");

    @Test
    void everyEntryFindsItsExamples() {
        List<String> missed = new ArrayList<>();
        for (DiscouragedPhrase phrase : DiscouragedPhrase.ALL) {
            assertFalse(phrase.found().isEmpty(), () -> "no example of " + phrase.name());
            assertFalse(phrase.instead().isEmpty(), () -> "no suggestion for " + phrase.name());
            phrase.found().stream().filter(each -> !isIn(phrase, each)).forEach(missed::add);
        }
        assertEquals(List.of(), missed);
    }

    @Test
    void noEntryFindsItsCounterexamples() {
        List<String> found = new ArrayList<>();
        for (DiscouragedPhrase phrase : DiscouragedPhrase.ALL) {
            phrase.fine().stream().filter(each -> isIn(phrase, each)).forEach(found::add);
        }
        assertEquals(List.of(), found);
    }

    @Test
    void aPhraseIsFoundOverAnyWhiteSpaceAndInAnyCase() {
        assertEquals(1, ANYWHERE.in(new Passage(1, "It stands In  a\n line.")).size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"within a line", "in a lineage", "in" + Passage.CODE + " a line"})
    void aPhraseConsistsOfWholeWords(String text) {
        assertFalse(isIn(ANYWHERE, text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Under the lock.",
                "It is. Under the lock.",
                "It is; under the lock",
                "It is:\nunder the lock",
                "(It is.) Under the"
            })
    void aPhraseIsFoundAtTheBeginningOfASentence(String text) {
        assertEquals(1, AT_START.in(new Passage(1, text)).size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The end under the lock",
                "The end,\nunder the lock",
                "java.under the lock",
                Passage.CODE + " under the lock"
            })
    void aPhraseInsideASentenceIsNotItsBeginning(String text) {
        assertFalse(isIn(AT_START, text));
    }

    @Test
    void anEntryWithoutAPatternIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> phrase("# nothing"));
    }

    private static DiscouragedPhrase phrase(String pattern) {
        return DiscouragedPhrase.parse("phrase: test\n" + pattern + "\n").get(0);
    }

    private static boolean isIn(DiscouragedPhrase phrase, String text) {
        return !phrase.in(new Passage(1, text)).isEmpty();
    }
}
