package dev.mortise.architecture;

import static dev.mortise.architecture.Passage.BREAK;
import static dev.mortise.architecture.Passage.CODE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProseMarkupTest {

    @Test
    void aFencedBlockIsCode() {
        assertEquals(
                "Before.\n" + CODE + "\n" + BREAK + "\n" + BREAK + "\nAfter.",
                ProseMarkup.ofMarkdown("Before.\n```java\nrun();\n```\nAfter."));
        assertEquals("To the end.\n" + CODE + "\n", ProseMarkup.ofMarkdown("To the end.\n```\nrun();"));
    }

    @Test
    void inlineCodeIsCodeAlsoOverTwoLines() {
        assertEquals("Run " + CODE + " or " + CODE + "\n now.", ProseMarkup.ofMarkdown("Run ``a`` or `b\nc` now."));
    }

    @Test
    void aLoneBacktickHidesOnlyItsParagraph() {
        assertEquals("A ` sign.\n" + BREAK + "\nNext ` one.", ProseMarkup.ofMarkdown("A ` sign.\n\nNext ` one."));
    }

    @Test
    void headingsItemsAndCellsAreParagraphs() {
        assertEquals(BREAK + "Title" + BREAK + "\nText", ProseMarkup.ofMarkdown("## Title\nText"));
        assertEquals(BREAK + "one\n" + BREAK + "two", ProseMarkup.ofMarkdown("- one\n2. two"));
        assertEquals(BREAK + " a " + BREAK + " b " + BREAK, ProseMarkup.ofMarkdown("| a | b |"));
    }

    @Test
    void linksAndEmphasisLeaveTheirText() {
        assertEquals("See the page, really.", ProseMarkup.ofMarkdown("See [the page](docs/page.md#is), **really**."));
    }

    @Test
    void labelsOfLinksAndReturnTagsLeaveTheirText() {
        assertEquals("See  the lock, " + CODE + ".", ProseMarkup.ofJavadoc("See {@link Lock the lock}, {@link Lock}."));
        assertEquals(" the first\nwaiter.", ProseMarkup.ofJavadoc("{@return the first\nwaiter}."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\n\n\nb\n",
                "```\na\n\nb\n```\n\nc",
                "~~~\n```\n~~~\n`a\nb`\n",
                "# a\n\n- b\n- c\n\n> d\n\n| e |\n",
                "<pre>\na\n\n{@code b}\n</pre>{@link A\nb}\n<ul>\n<li>c\n</ul>\n@param d e\n@return f\n"
            })
    void noLineIsLost(String text) {
        long lines = text.lines().count();
        assertEquals(Passage.newlines(text), Passage.newlines(ProseMarkup.ofText(text)), lines + " lines");
        assertEquals(Passage.newlines(text), Passage.newlines(ProseMarkup.ofMarkdown(text)));
        assertEquals(Passage.newlines(text), Passage.newlines(ProseMarkup.ofJavadoc(text)));
    }
}
