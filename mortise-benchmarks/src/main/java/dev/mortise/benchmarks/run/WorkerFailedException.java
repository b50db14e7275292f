package dev.mortise.benchmarks.run;

/** A worker ended too early, fell silent, or said something unexpected. */
final class WorkerFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WorkerFailedException(String message) {
        super(message);
    }
}
