package dev.mortise.benchmarks.run;

/**
 * In which order a fair lock was granted.
 *
 * @param seen how often it was granted
 * @param grants how often while somebody else waited for it, too
 * @param overtaken how many of these were not the turn of the one that had asked first
 */
public record Order(long seen, long grants, long overtaken) {

    public boolean isKept() {
        return overtaken == 0;
    }
}
