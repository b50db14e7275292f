package dev.mortise.benchmarks.report;

/**
 * What a report is called.
 *
 * @param name of chart and rounds, without ending
 * @param page file name of the page
 * @param command what wrote it
 */
public record Edition(String name, String page, String command) {

    /** What is run by default. */
    public static final Edition FULL = new Edition("full", "benchmarks.md", "./dev bench");

    /** All of the contended scenarios. */
    public static final Edition CONTENDED =
            new Edition("contended", "benchmarks-contended.md", "./dev bench contended");

    /** Anything else: a look. */
    public static final Edition PART = new Edition("part", "benchmarks.md", "./dev bench …");

    /** Whether it is worth keeping. */
    public boolean isKept() {
        return this != PART;
    }
}
