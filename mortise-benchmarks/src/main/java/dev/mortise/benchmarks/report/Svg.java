package dev.mortise.benchmarks.report;

import java.util.Locale;

/** The little of SVG that a bar chart needs. No background and middling colours: it is read on light and on dark. */
final class Svg {

    private static final String FONT = "-apple-system,Segoe UI,Helvetica,Arial,sans-serif";

    private final StringBuilder body = new StringBuilder();

    void bar(double x, double y, double width, double height, String colour) {
        add(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\" fill=\"%s\"/>",
                x, y, Math.max(1, width), height, colour);
    }

    void line(double fromX, double fromY, double toX, double toY, String colour) {
        add(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"1.2\"/>",
                fromX, fromY, toX, toY, colour);
    }

    /** Text that begins, ends or stands in the middle at x: {@code start}, {@code end}, {@code middle}. */
    void text(double x, double y, String anchor, int size, String weight, String colour, String text) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\" font-weight=\"%s\" fill=\"%s\">%s</text>",
                x, y, anchor, size, weight, colour, escaped(text));
    }

    String document(double width, double height, String title) {
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
                        + "font-family=\"%s\" role=\"img\">%n<title>%s</title>%n%s</svg>%n",
                width,
                height,
                width,
                height,
                FONT,
                escaped(title),
                body);
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private void add(String format, Object... values) {
        body.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
