package dev.mortise.internal;

/** What to do next after a step. */
enum Todo {
    /** A request is under way: come back with its outcome. */
    AWAIT,
    /** Nothing to do until {@link Steps#until}, or until signalled. */
    SLEEP,
    /** The result is there. */
    DONE
}
