package dev.mortise.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collects the comments of Lua scripts, and the comments, texts and here-documents of shell scripts. Comments on consecutive
 * lines are one passage.
 */
final class ScriptProse {

    private static final String SINGLE_QUOTED = "'(?:[^'\\\\]|\\\\.)*'";
    private static final String DOUBLE_QUOTED = "\"(?:[^\"\\\\]|\\\\.)*\"";

    private static final Pattern LUA =
            Pattern.compile("(?<text>" + SINGLE_QUOTED + "|" + DOUBLE_QUOTED + ")|--(?<comment>.*)");

    private static final Pattern SHELL =
            Pattern.compile("(?<text>'[^']*'|" + DOUBLE_QUOTED + ")|(?:^|(?<=\\s))#(?!!)(?<comment>.*)");

    private static final Pattern HERE_DOCUMENT = Pattern.compile("(?<!<)<<-?\\s*['\"]?(?<end>[A-Z_]+)['\"]?");

    private final List<Passage> passages = new ArrayList<>();
    private final StringBuilder comment = new StringBuilder();
    private int commentLine;
    private int lastLine;

    private ScriptProse() {}

    static List<Passage> ofLua(String source) {
        ScriptProse prose = new ScriptProse();
        String[] lines = source.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            prose.scan(LUA, lines[i], i + 1, false);
        }
        prose.endComment();
        return prose.passages;
    }

    static List<Passage> ofShell(String source) {
        ScriptProse prose = new ScriptProse();
        String[] lines = source.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            prose.scan(SHELL, lines[i], i + 1, true);
            Matcher opening = HERE_DOCUMENT.matcher(lines[i]);
            if (opening.find()) {
                int begin = i + 1;
                StringBuilder document = new StringBuilder();
                while (++i < lines.length && !lines[i].strip().equals(opening.group("end"))) {
                    document.append(lines[i]).append('\n');
                }
                prose.passages.add(new Passage(begin + 1, ProseMarkup.ofText(document.toString())));
            }
        }
        prose.endComment();
        return prose.passages;
    }

    private void scan(Pattern pattern, String line, int number, boolean texts) {
        for (Matcher found = pattern.matcher(line); found.find(); ) {
            if (found.group("comment") != null) {
                boolean alone = line.substring(0, found.start()).isBlank();
                addComment(found.group("comment"), number, alone);
            } else if (texts && found.group("text").strip().contains(" ")) {
                String text = found.group("text");
                passages.add(new Passage(number, ProseMarkup.ofText(text.substring(1, text.length() - 1))));
            }
        }
    }

    private void addComment(String text, int number, boolean alone) {
        if (alone && comment.length() > 0 && number == lastLine + 1) {
            comment.append('\n');
        } else {
            endComment();
            commentLine = number;
        }
        comment.append(text);
        lastLine = number;
    }

    private void endComment() {
        if (comment.length() > 0) {
            passages.add(new Passage(commentLine, ProseMarkup.ofText(comment.toString())));
            comment.setLength(0);
        }
    }
}
