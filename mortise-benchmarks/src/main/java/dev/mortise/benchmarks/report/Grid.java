package dev.mortise.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rows and columns, for the terminal or for Markdown. The first column is text, the others are figures. */
final class Grid {

    private final List<List<String>> rows = new ArrayList<>();

    Grid(String... heads) {
        rows.add(List.of(heads));
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    String forTerminal() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append("  ");
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                String gap = " ".repeat(width(column) - cell.length());
                text.append(column == 0 ? cell + gap : "  " + gap + cell);
            }
            text.append('\n');
        }
        return text.toString();
    }

    String forMarkdown() {
        StringBuilder text = new StringBuilder(line(rows.get(0)));
        List<String> rule = new ArrayList<>(Collections.nCopies(rows.get(0).size(), "---:"));
        rule.set(0, "---");
        text.append(line(rule));
        rows.subList(1, rows.size()).forEach(row -> text.append(line(row)));
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
