package dev.mortise.mutants;

import dev.mortise.mutants.Mutant.TestName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the mutants of one subject. The README of this module describes the syntax. */
final class MutantFile {

    static final String FOLDER = "lab/mutants/subjects";
    static final String ENDING = ".txt";

    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    private final String subject;
    private final List<Mutant> mutants = new ArrayList<>();
    private int line;

    // The mutant that is being read.
    private @Nullable String name;
    private @Nullable String breaks;
    private @Nullable TestName test;
    private final List<Edit> edits = new ArrayList<>();

    // Its edit that is being read.
    private @Nullable String file;
    private final List<String> oldLines = new ArrayList<>();
    private final List<String> newLines = new ArrayList<>();

    private MutantFile(String subject) {
        this.subject = subject;
    }

    /** All mutants of a source tree, by subject. Each name is there once. */
    static List<Mutant> readAll(Path root) throws IOException, BadMutantException {
        List<Path> files;
        try (Stream<Path> folder = Files.list(root.resolve(FOLDER))) {
            files = folder.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        }
        List<Mutant> all = new ArrayList<>();
        Map<String, String> subjects = new HashMap<>();
        for (Path file : files) {
            for (Mutant mutant : parse(subjectOf(file), Files.readString(file))) {
                String other = subjects.put(mutant.name(), mutant.subject());
                if (other != null) {
                    throw new BadMutantException("two mutants are named " + mutant.name() + ": one in " + other + ENDING
                            + ", one in " + mutant.subject() + ENDING);
                }
                all.add(mutant);
            }
        }
        return all;
    }

    static String subjectOf(Path file) {
        String fileName = String.valueOf(file.getFileName());
        return fileName.substring(0, fileName.length() - ENDING.length());
    }

    static List<Mutant> parse(String subject, String text) throws BadMutantException {
        MutantFile parser = new MutantFile(subject);
        for (String each : text.lines().toList()) {
            parser.line++;
            parser.read(each);
        }
        parser.line++;
        parser.endMutant();
        return List.copyOf(parser.mutants);
    }

    private void read(String text) throws BadMutantException {
        if (text.startsWith("-")) {
            require(file != null, "an old line needs a line 'edit FILE' before it");
            require(newLines.isEmpty(), "old lines come before the new lines; begin another edit with 'edit FILE'");
            oldLines.add(content(text));
        } else if (text.startsWith("+")) {
            require(!oldLines.isEmpty(), "a new line needs old lines before it");
            newLines.add(content(text));
        } else if (!text.isBlank() && !text.startsWith("#")) {
            String[] words = text.strip().split("\\s+", 2);
            String value = words.length == 2 ? words[1] : "";
            require(!value.isEmpty(), "'" + words[0] + "' needs a value");
            readHead(words[0], value);
        }
    }

    private void readHead(String word, String value) throws BadMutantException {
        if (!word.equals("mutant")) {
            require(name != null, "'" + word + "' needs a line 'mutant NAME' before it");
        }
        switch (word) {
            case "mutant" -> {
                endMutant();
                require(NAME.matcher(value).matches(), "'" + value + "' is not a name of lower-case words and hyphens");
                name = value;
            }
            case "breaks" -> {
                require(breaks == null, "a second line 'breaks'");
                breaks = value;
            }
            case "test" -> {
                require(test == null, "a second line 'test'");
                test = testName(value);
            }
            case "edit" -> {
                endEdit();
                file = value;
            }
            default -> throw bad("unknown word '" + word + "'; known are mutant, breaks, test, edit, -, + and #");
        }
    }

    private TestName testName(String value) throws BadMutantException {
        String[] words = value.split("\\s+", 3);
        require(
                words.length >= 2,
                "'test' needs a module, a class and, unless all its methods are meant, their pattern");
        String method = words.length == 3 ? words[2] : null;
        if (method != null) {
            try {
                Pattern.compile(method);
            } catch (PatternSyntaxException e) {
                throw bad("'" + method + "' is not a regular expression: " + e.getDescription());
            }
        }
        return new TestName(words[0], words[1], method);
    }

    /** A line of an edit without its sign and the blank behind it. */
    private static String content(String text) {
        return text.startsWith(" ", 1) ? text.substring(2) : text.substring(1);
    }

    private void endEdit() throws BadMutantException {
        if (file == null) {
            return;
        }
        Edit edit = new Edit(file, String.join("\n", oldLines), String.join("\n", newLines));
        require(!edit.oldLines().isBlank(), "the edit of " + file + " above has no old lines");
        require(!edit.oldLines().equals(edit.newLines()), "the edit of " + file + " above changes nothing");
        edits.add(edit);
        file = null;
        oldLines.clear();
        newLines.clear();
    }

    private void endMutant() throws BadMutantException {
        endEdit();
        if (name == null) {
            return;
        }
        if (breaks == null || test == null || edits.isEmpty()) {
            throw bad("the mutant " + name + " above needs the lines 'breaks', 'test' and 'edit'");
        }
        mutants.add(new Mutant(name, subject, breaks, test, edits));
        name = null;
        breaks = null;
        test = null;
        edits.clear();
    }

    private void require(boolean condition, String message) throws BadMutantException {
        if (!condition) {
            throw bad(message);
        }
    }

    private BadMutantException bad(String message) {
        return new BadMutantException(subject + ENDING + ", line " + line + ": " + message);
    }
}
