package dev.mortise.benchmarks.run;

/** A worker ended too early, fell silent, or said something unexpected. */
public final class WorkerFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WorkerFailedException(String message) {
        super(message);
    }
}
