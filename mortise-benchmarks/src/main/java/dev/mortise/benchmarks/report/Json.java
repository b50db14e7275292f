package dev.mortise.benchmarks.report;

import java.util.List;
import java.util.Map;

/** Writes maps, lists, texts, numbers and truths as JSON, two spaces a level; lists of numbers on one line. */
final class Json {

    private final StringBuilder out = new StringBuilder();

    private Json() {}

    static String write(Map<String, ?> object) {
        Json json = new Json();
        json.value(object, 0);
        return json.out.append('\n').toString();
    }

    private void value(Object value, int level) {
        if (value instanceof Map<?, ?> map) {
            object(map, level);
        } else if (value instanceof List<?> list) {
            list(list, level);
        } else if (value instanceof Double number) {
            number(number);
        } else if (value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            text(value.toString());
        }
    }

    private void object(Map<?, ?> map, int level) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            newLine(level + 1);
            text(String.valueOf(entry.getKey()));
            out.append(": ");
            value(entry.getValue(), level + 1);
            separator = ",";
        }
        if (!map.isEmpty()) {
            newLine(level);
        }
        out.append('}');
    }

    private void list(List<?> list, int level) {
        boolean inline = list.stream().allMatch(Number.class::isInstance);
        out.append('[');
        String separator = "";
        for (Object item : list) {
            out.append(separator);
            if (!inline) {
                newLine(level + 1);
            }
            value(item, level + 1);
            separator = inline ? ", " : ",";
        }
        if (!inline) {
            newLine(level);
        }
        out.append(']');
    }

    /** Four digits that count; what is no number is null. */
    private void number(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            out.append("null");
        } else if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            out.append((long) number);
        } else {
            double scale = Math.pow(10, 4 - Math.ceil(Math.log10(Math.abs(number))));
            out.append(scale > 1 ? Math.round(number * scale) / scale : (double) Math.round(number));
        }
    }

    private void text(String text) {
        out.append('"');
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", c));
            } else {
                out.append((char) c);
            }
        });
        out.append('"');
    }

    private void newLine(int level) {
        out.append('\n').append("  ".repeat(level));
    }
}
