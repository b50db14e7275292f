package dev.mortise.architecture;

import static dev.mortise.architecture.Passage.BREAK;
import static dev.mortise.architecture.Passage.CODE;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads a Java source once from top to bottom and collects its comments and its string literals.
 *
 * <p>Line comments on consecutive lines are one passage. Literals that {@code +} joins are one passage too, because a phrase
 * can run from one literal into the next. A literal without a space is not prose.
 */
final class JavaProse {

    private static final Pattern DECORATION = Pattern.compile("(?m)^[ \\t]*\\*?(?=[ \\t*\\n]|\\z)");
    private static final String TEXT_BLOCK = "\"\"\"";

    private final String source;
    private final List<Passage> passages = new ArrayList<>();

    private int position;
    private int line = 1;

    /** The text of the passage that the next line comment or literal can continue. */
    private final StringBuilder open = new StringBuilder();

    private boolean openIsComment;
    private int openLine;
    private int openEnd;

    private JavaProse(String source) {
        this.source = source;
    }

    static List<Passage> passages(String source) {
        JavaProse prose = new JavaProse(source);
        prose.read();
        return prose.passages;
    }

    private void read() {
        while (position < source.length()) {
            if (at("//")) {
                lineComment();
            } else if (at("/*")) {
                blockComment();
            } else if (at(TEXT_BLOCK)) {
                literal(TEXT_BLOCK);
            } else if (at("\"")) {
                literal("\"");
            } else if (at("'")) {
                moveTo(endOfLiteral("'"));
            } else {
                moveTo(position + 1);
            }
        }
        close();
    }

    private void lineComment() {
        int end = source.indexOf('\n', position);
        end = end < 0 ? source.length() : end;
        String text = source.substring(position, end).replaceFirst("^/+", "");
        join(text, end, openIsComment && isNextLine(), true);
    }

    private boolean isNextLine() {
        String between = source.substring(openEnd, position);
        return between.isBlank() && Passage.newlines(between) == 1;
    }

    private void blockComment() {
        close();
        int end = source.indexOf("*/", position + 2);
        end = end < 0 ? source.length() : end;
        String text = source.substring(Math.min(position + 2, end), end);
        passages.add(new Passage(
                line,
                ProseMarkup.ofJavadoc(
                        DECORATION.matcher(text.replaceFirst("^\\*", "")).replaceAll(""))));
        moveTo(Math.min(end + 2, source.length()));
    }

    private void literal(String quotes) {
        int end = endOfLiteral(quotes);
        String text = source.substring(position + quotes.length(), Math.max(position, end - quotes.length()));
        join(unescaped(text), end, !openIsComment && isJoined(), false);
    }

    private boolean isJoined() {
        return openEnd > 0 && source.substring(openEnd, position).strip().equals("+");
    }

    /** Adds the line comment or literal that ends there to the open passage, or opens a new passage with it. */
    private void join(String text, int end, boolean continued, boolean comment) {
        if (continued && open.length() > 0) {
            open.append("\n".repeat(Passage.newlines(source.substring(openEnd, position))));
        } else {
            close();
            openIsComment = comment;
            openLine = line;
            if (!comment && (text.startsWith(" ") || followsExpression())) {
                open.append(CODE);
            }
        }
        open.append(text);
        moveTo(end);
        openEnd = end;
    }

    /** Whether the literal is appended to an expression, so that no sentence begins with the literal. */
    private boolean followsExpression() {
        int before = position - 1;
        while (before >= 0 && Character.isWhitespace(source.charAt(before))) {
            before--;
        }
        return before >= 0 && source.charAt(before) == '+';
    }

    private void close() {
        String text = open.toString();
        if (openIsComment || text.strip().indexOf(' ') > 0) {
            passages.add(new Passage(openLine, ProseMarkup.ofText(text)));
        }
        open.setLength(0);
        openIsComment = false;
        openEnd = 0;
    }

    /** Returns the end of the literal that begins here, with its closing quotes. */
    private int endOfLiteral(String quotes) {
        int end = position + quotes.length();
        while (end < source.length() && !source.startsWith(quotes, end)) {
            end += source.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end + quotes.length(), source.length());
    }

    private static String unescaped(String literal) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (c == '\\' && i + 1 < literal.length()) {
                c = literal.charAt(++i);
                text.append(c == 'n' || c == 'r' ? BREAK : c == 't' || c == 's' ? ' ' : c);
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private boolean at(String token) {
        return source.startsWith(token, position);
    }

    private void moveTo(int next) {
        for (; position < next; position++) {
            if (source.charAt(position) == '\n') {
                line++;
            }
        }
    }
}
