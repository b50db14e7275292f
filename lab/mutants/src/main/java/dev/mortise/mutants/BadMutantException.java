package dev.mortise.mutants;

/** A mutant that cannot be read, no longer fits the code, or names a test that does not exist. */
final class BadMutantException extends Exception {

    private static final long serialVersionUID = 1;

    BadMutantException(String message) {
        super(message);
    }
}
