package dev.mortise.examples.flashsale;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/** What the demo prints: plain lines, or with progress redrawn in place on a terminal, or in colour on top. */
final class Console {

    /** How much may be done, as the start script found out: {@code plain}, {@code terminal} or {@code colour}. */
    static final String STYLE = "mortise.style";

    /** A line that is redrawn must not wrap. */
    private static final int WIDTH = 79;

    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PrintStream out;
    private final PrintStream errors;
    private final boolean redraws;
    private final boolean colours;
    private long lastProgress = System.nanoTime();
    private int drawn;
    private boolean muted;

    Console(PrintStream out, PrintStream errors, String style) {
        this.out = out;
        this.errors = errors;
        this.redraws = !style.equals("plain");
        this.colours = style.equals("colour");
    }

    static Console ofSystem() {
        return new Console(System.out, System.err, System.getProperty(STYLE, "plain"));
    }

    synchronized void line(String text) {
        print(out, text);
    }

    synchronized void error(String text) {
        print(errors, text);
    }

    /** Prints nothing from now on: what fails after an interrupt is nobody's concern. */
    synchronized void mute() {
        muted = true;
    }

    void title(String text) {
        line("");
        line(painted("1", text));
    }

    void good(String text) {
        line(painted("32", text));
    }

    void bad(String text) {
        line(painted("31", text));
    }

    /** A line of some process's log. */
    void log(String process, String text) {
        line(painted("2", "   " + process + " | " + text));
    }

    synchronized void progressBegin() {
        lastProgress = System.nanoTime();
    }

    /** Redrawn in place on a terminal, else a line a second. */
    synchronized void progress(String text) {
        if (muted) {
            return;
        }
        if (redraws) {
            String fitting = text.substring(0, Math.min(text.length(), WIDTH));
            out.print("\r" + fitting + " ".repeat(Math.max(0, drawn - fitting.length())));
            out.flush();
            drawn = fitting.length();
        } else if (System.nanoTime() - lastProgress >= LINE_NANOS) {
            lastProgress = System.nanoTime();
            line(text);
        }
    }

    void progressEnd(String text) {
        line(text);
    }

    private void print(PrintStream stream, String text) {
        if (muted) {
            return;
        }
        if (drawn > 0) {
            out.print("\r" + " ".repeat(drawn) + "\r");
            out.flush();
            drawn = 0;
        }
        stream.println(text);
        stream.flush();
    }

    private String painted(String code, String text) {
        return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
