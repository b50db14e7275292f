package dev.mortise.benchmarks.report;

import dev.mortise.benchmarks.run.Spread;
import java.util.Locale;

/** Numbers as people read them. */
final class Figures {

    private Figures() {}

    /** Three digits that count, thousands apart. */
    static String plain(double value) {
        double size = Math.abs(value);
        if (Double.isNaN(value)) {
            return "–";
        }
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        String text = String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
        return text.replaceFirst("\\.?0+$", "");
    }

    /** The median, and from where to where. */
    static String spread(Spread spread) {
        return plain(spread.median()) + " [" + range(spread) + "]";
    }

    static String range(Spread spread) {
        return plain(spread.least()) + "–" + plain(spread.most());
    }

    /** Microseconds, as milliseconds or seconds when they are many. */
    static String time(double micros) {
        if (micros >= 1e6) {
            return plain(micros / 1e6) + " s";
        }
        return micros >= 1e4 ? plain(micros / 1e3) + " ms" : plain(micros) + " µs";
    }

    static String percent(double share) {
        return plain(share * 100) + " %";
    }
}
