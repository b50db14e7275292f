package dev.mortise.architecture;

import static dev.mortise.architecture.Passage.BREAK;
import static dev.mortise.architecture.Passage.CODE;

import java.util.regex.Pattern;

/** Replaces markup and code in prose by {@link Passage#BREAK} and {@link Passage#CODE}. The number of lines stays the same. */
final class ProseMarkup {

    private static final Pattern BLANK_LINE = Pattern.compile("(?m)^[ \\t]*$");
    private static final Pattern LIST_ITEM = Pattern.compile("(?m)^[ \\t]*(?:[-*+]|\\d+\\.)[ \\t]+");

    private static final Pattern BACKTICKS = Pattern.compile("(`+)[^`" + BREAK + "]+\\1");

    private static final Pattern PREFORMATTED = Pattern.compile("(?s)<(pre|code)>.*?</\\1>");
    /** A tag that contains prose: the label of a link, and the text of a return tag. */
    private static final Pattern TAG_WITH_TEXT =
            Pattern.compile("\\{@(?:return|link(?:plain)?[ \\t]+[^\\s{}]+)(\\s[^{}]+)\\}");

    private static final Pattern INLINE_TAG = Pattern.compile("\\{@[^{}]*(?:\\{[^{}]*\\}[^{}]*)*\\}");
    private static final Pattern BLOCK_TAG =
            Pattern.compile("(?m)^[ \\t]*@(?:(?:param|throws|exception|see)[ \\t]+\\S+|\\w+)");
    private static final Pattern BLOCK_ELEMENT =
            Pattern.compile("</?(?:p|ul|ol|li|dl|dt|dd|table|tr|th|td|h[1-6]|br)\\b[^<>]*>");
    private static final Pattern INLINE_ELEMENT = Pattern.compile("</?[a-z][^<>\\n]*>");

    private static final Pattern FENCED =
            Pattern.compile("(?ms)^[ \\t]*(```+|~~~+)[^\\n]*$.*?(?:^[ \\t]*\\1[`~]*[ \\t]*$|\\z)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+[ \\t]+(.*)$");
    private static final Pattern QUOTED = Pattern.compile("(?m)^[ \\t]*>");
    private static final Pattern LINK_TARGET = Pattern.compile("\\]\\([^)]*\\)");

    private ProseMarkup() {}

    /** Replaces the markup of plain text and comments: blank lines, list items, code in backticks. */
    static String ofText(String text) {
        return code(BACKTICKS, structure(text));
    }

    /** Replaces the markup of Javadoc. */
    static String ofJavadoc(String text) {
        String prose = code(PREFORMATTED, text);
        prose = TAG_WITH_TEXT.matcher(prose).replaceAll("$1");
        prose = code(INLINE_TAG, prose);
        prose = BLOCK_ELEMENT.matcher(prose).replaceAll(" " + BREAK + " ");
        prose = INLINE_ELEMENT.matcher(prose).replaceAll("");
        prose = BLOCK_TAG.matcher(prose).replaceAll(String.valueOf(BREAK));
        return ofText(prose);
    }

    /** Replaces the markup of Markdown. */
    static String ofMarkdown(String text) {
        String prose = code(FENCED, text);
        prose = HEADING.matcher(prose).replaceAll(BREAK + "$1" + BREAK);
        prose = QUOTED.matcher(prose).replaceAll("");
        prose = code(BACKTICKS, structure(prose));
        prose = LINK_TARGET.matcher(prose).replaceAll("");
        prose = INLINE_ELEMENT.matcher(prose).replaceAll("");
        return prose.replaceAll("[\\[\\]*]", "").replace('|', BREAK);
    }

    private static String structure(String text) {
        String prose = LIST_ITEM.matcher(text).replaceAll(String.valueOf(BREAK));
        return BLANK_LINE.matcher(prose).replaceAll(String.valueOf(BREAK));
    }

    private static String code(Pattern pattern, String text) {
        return pattern.matcher(text).replaceAll(found -> CODE + "\n".repeat(Passage.newlines(found.group())));
    }
}
