package dev.mortise.benchmarks.before;

/** Student's t distribution with a whole number of degrees of freedom. */
final class StudentT {

    private static final int STEPS = 60;

    private StudentT() {}

    /** The probability that a value lies between -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
    static double within(double t, int degrees) {
        double angle = Math.atan(t / Math.sqrt(degrees));
        double cosine = Math.cos(angle);
        boolean odd = degrees % 2 == 1;
        double term = odd ? cosine : 1;
        double sum = 0;
        for (int power = odd ? 1 : 0; power <= degrees - 2; power += 2) {
            sum += term;
            term *= cosine * cosine * (power + 1) / (power + 2);
        }
        return odd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
    }

    /** The t for which a value lies between -t and t with that probability. */
    static double quantile(double probability, int degrees) {
        double low = 0;
        double high = 1;
        while (within(high, degrees) < probability) {
            high *= 2;
        }
        for (int i = 0; i < STEPS; i++) {
            double middle = (low + high) / 2;
            if (within(middle, degrees) < probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
