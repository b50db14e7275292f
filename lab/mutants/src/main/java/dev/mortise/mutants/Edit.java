package dev.mortise.mutants;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A replacement of some lines of a file. The old lines are found whatever white space is between their tokens, so neither
 * indentation nor a line break that a formatter moves matters. They begin and end at whole words.
 *
 * @param file the simple name of the file, or the end of its path
 */
record Edit(String file, String oldLines, String newLines) {

    /** The text of the file after the edit. */
    String applyTo(String text) throws BadMutantException {
        List<Passage> found = find(text);
        if (found.isEmpty()) {
            throw new BadMutantException("the old lines are not in " + file + ": " + firstLine());
        }
        if (found.size() > 1) {
            String lines = found.stream()
                    .map(passage -> String.valueOf(passage.lineIn(text)))
                    .collect(Collectors.joining(", "));
            throw new BadMutantException("the old lines are in " + file + " " + found.size() + " times, at lines "
                    + lines + "; add a line of their surroundings: " + firstLine());
        }
        Passage old = found.get(0);
        return text.substring(0, old.begin) + newLines + text.substring(old.end);
    }

    private String firstLine() {
        return oldLines.lines().findFirst().orElse("");
    }

    private List<Passage> find(String text) {
        Dense dense = Dense.of(text);
        String wanted = Dense.of(oldLines).characters;
        List<Passage> found = new ArrayList<>();
        for (int at = dense.characters.indexOf(wanted); at >= 0; at = dense.characters.indexOf(wanted, at + 1)) {
            Passage passage = new Passage(dense.positions[at], dense.positions[at + wanted.length() - 1] + 1);
            if (!isInsideWord(text, passage.begin) && !isInsideWord(text, passage.end)) {
                found.add(passage);
            }
        }
        return found;
    }

    private static boolean isInsideWord(String text, int position) {
        return position > 0
                && position < text.length()
                && Character.isJavaIdentifierPart(text.charAt(position - 1))
                && Character.isJavaIdentifierPart(text.charAt(position));
    }

    private record Passage(int begin, int end) {

        int lineIn(String text) {
            return 1
                    + (int) text.substring(0, begin)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
        }
    }

    /** A text without its white space, and where each of its characters was. */
    private static final class Dense {

        final String characters;
        final int[] positions;

        private Dense(String characters, int[] positions) {
            this.characters = characters;
            this.positions = positions;
        }

        static Dense of(String text) {
            int[] positions = new int[text.length()];
            StringBuilder characters = new StringBuilder(text.length());
            for (int i = 0; i < text.length(); i++) {
                if (!Character.isWhitespace(text.charAt(i))) {
                    positions[characters.length()] = i;
                    characters.append(text.charAt(i));
                }
            }
            return new Dense(characters.toString(), positions);
        }
    }
}
