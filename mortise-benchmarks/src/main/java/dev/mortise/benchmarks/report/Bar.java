package dev.mortise.benchmarks.report;

/**
 * A bar that Mortise wants to clear.
 *
 * @param text what is compared with what
 * @param limit the least, or the most, that counts as met
 * @param atLeast whether the limit is the least
 * @param unit what the figures are in, with the space before it if there is one
 * @param value what was measured; NaN when it was not
 */
public record Bar(String text, double limit, boolean atLeast, String unit, double value) {

    public boolean isMeasured() {
        return !Double.isNaN(value);
    }

    public boolean isMet() {
        return isMeasured() && (atLeast ? value >= limit : value <= limit);
    }

    /** {@code met}, {@code MISSED} or {@code not measured}. */
    public String verdict() {
        return !isMeasured() ? "not measured" : isMet() ? "met" : "MISSED";
    }

    public String limitText() {
        return (atLeast ? "≥ " : "≤ ") + Figures.plain(limit) + unit;
    }

    public String valueText() {
        return isMeasured() ? Figures.plain(value) + unit : "–";
    }
}
