package dev.mortise.spi;

/** How a request ended, or that it has not yet. */
public sealed interface Outcome<T> {

    /** The store answered. */
    record Done<T>(T value) implements Outcome<T> {}

    /** The store did not answer; {@link Trouble#perhapsDone()} says whether the request may have taken effect. */
    record Failed<T>(Trouble trouble) implements Outcome<T> {}

    /** The time to wait was over first; the request goes on. */
    record Pending<T>() implements Outcome<T> {
        private static final Pending<?> INSTANCE = new Pending<>();
    }

    /** The one {@link Pending}. */
    @SuppressWarnings("unchecked")
    static <T> Outcome<T> pending() {
        return (Outcome<T>) Pending.INSTANCE;
    }
}
