package dev.mortise.architecture;

import java.util.ArrayList;
import java.util.List;

/**
 * A piece of prose in a file: a comment, a text, a document, or a paragraph of one of them.
 *
 * @param line the line of the file on which it begins
 * @param text the prose; each line break in it is a line break of the file
 */
record Passage(int line, String text) {

    /** Stands between two paragraphs, list items or table cells. */
    static final char BREAK = '\u00b6';

    /** Stands for code, which is not prose. */
    static final char CODE = '\ufffc';

    /** Returns the line of the file at which a position of the text is. */
    int lineOf(int position) {
        return line + newlines(text.substring(0, position));
    }

    /** Returns the paragraphs of this passage that are not blank. */
    List<Passage> paragraphs() {
        List<Passage> paragraphs = new ArrayList<>();
        int begin = 0;
        while (begin <= text.length()) {
            int end = text.indexOf(BREAK, begin);
            end = end < 0 ? text.length() : end;
            String paragraph = text.substring(begin, end);
            if (!paragraph.isBlank()) {
                paragraphs.add(new Passage(lineOf(begin), paragraph));
            }
            begin = end + 1;
        }
        return paragraphs;
    }

    static int newlines(String text) {
        return (int) text.chars().filter(c -> c == '\n').count();
    }
}
