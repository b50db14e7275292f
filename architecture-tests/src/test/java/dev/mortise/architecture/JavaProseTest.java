package dev.mortise.architecture;

import static dev.mortise.architecture.Passage.BREAK;
import static dev.mortise.architecture.Passage.CODE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class JavaProseTest {

    @Test
    void aLineCommentEndsWithItsLine() {
        assertEquals(
                List.of(new Passage(2, " reads a reply")),
                JavaProse.passages("\nread(); // reads a reply\nwrite();\n"));
    }

    @Test
    void lineCommentsOnConsecutiveLinesAreOnePassage() {
        assertEquals(
                List.of(new Passage(1, " The reply\n is late.")),
                JavaProse.passages("// The reply\n    // is late.\n"));
    }

    @Test
    void commentsBehindTwoStatementsAreTwoPassages() {
        assertEquals(
                List.of(new Passage(1, " one thing"), new Passage(2, " another")),
                JavaProse.passages("one(); // one thing\ntwo(); // another\n"));
    }

    @Test
    void aBlankLineSeparatesLineComments() {
        assertEquals(2, JavaProse.passages("// One.\n\n// Two.\n").size());
    }

    @Test
    void aBlockCommentLosesItsStars() {
        assertEquals(
                List.of(new Passage(1, BREAK + "\n The reply\n is late.\n")),
                JavaProse.passages("/*\n * The reply\n * is late.\n */"));
    }

    @Test
    void linesOfAJavadocKeepTheirNumbers() {
        Passage javadoc = JavaProse.passages(
                        "class A {\n\n    /**\n     * First.\n     *\n     * <p>Second.\n     */\n}")
                .get(0);
        assertEquals(3, javadoc.line());
        assertEquals(4, javadoc.lineOf(javadoc.text().indexOf("First")));
        assertEquals(6, javadoc.lineOf(javadoc.text().indexOf("Second")));
    }

    @Test
    void inlineTagsAndPreformattedTextAreCode() {
        assertEquals(
                " Calls " + CODE + " or " + CODE + "\n then. ",
                JavaProse.passages("/** Calls {@link #run(Map)} or {@code new A() {\n * }} then. */")
                        .get(0)
                        .text());
        assertEquals(
                " As in " + CODE + "\n" + BREAK + "\n end ",
                JavaProse.passages("/** As in <pre>{@code\n *   run(); // now\n * }</pre> end */")
                        .get(0)
                        .text());
    }

    @Test
    void blockTagsAndListItemsBeginAParagraph() {
        assertEquals(
                BREAK + "\n" + BREAK + " how long\n" + BREAK + " the reply\n  " + BREAK + " one\n",
                JavaProse.passages("/**\n * @param millis how long\n * @return the reply\n * <li>one\n */")
                        .get(0)
                        .text());
    }

    @Test
    void aLiteralIsReadWithoutItsEscapes() {
        assertEquals(
                List.of(new Passage(1, "says \"no\"" + BREAK + "then yes")),
                JavaProse.passages("log(\"says \\\"no\\\"\\nthen yes\");"));
    }

    @Test
    void aLiteralWithoutASpaceIsIgnored() {
        assertEquals(List.of(), JavaProse.passages("get(\"user\", \"\", \" \", 'x', '\"', '\\'');"));
    }

    @Test
    void joinedLiteralsAreOnePassage() {
        assertEquals(
                List.of(new Passage(1, "the reply \nis late")),
                JavaProse.passages("log(\"the reply \"\n        + \"is late\");"));
    }

    @Test
    void literalsOfTwoArgumentsAreTwoPassages() {
        assertEquals(
                List.of(new Passage(1, "one thing"), new Passage(1, "another thing")),
                JavaProse.passages("log(\"one thing\", \"another thing\");"));
    }

    @Test
    void noSentenceBeginsWithALiteralThatIsAppended() {
        assertEquals(
                List.of(new Passage(1, CODE + "of the lock"), new Passage(2, CODE + " of it")),
                JavaProse.passages("log(name + \"of the lock\");\nadd(\" of it\");"));
    }

    @Test
    void aTextBlockIsReadWithItsLines() {
        Passage block = JavaProse.passages("x = \"\"\"\n    a \"quoted\" text\n    // no comment\n    \"\"\";")
                .get(0);
        assertEquals(BREAK + "\n    a \"quoted\" text\n    // no comment\n" + BREAK, block.text());
        assertEquals(3, block.lineOf(block.text().indexOf("no comment")));
    }

    @Test
    void aLiteralHasNoCommentsAndACommentHasNoLiterals() {
        assertEquals(
                List.of(new Passage(1, "http://a b /* c"), new Passage(2, " say \"yes, please\"")),
                JavaProse.passages("open(\"http://a b /* c\");\n// say \"yes, please\""));
    }

    @Test
    void aQuoteInACharacterDoesNotBeginALiteral() {
        assertEquals(List.of(new Passage(1, "a text")), JavaProse.passages("is('\"', \"a text\", '\\\\');"));
    }
}
