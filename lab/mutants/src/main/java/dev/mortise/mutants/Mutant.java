package dev.mortise.mutants;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A deliberate bug.
 *
 * @param subject the file that it is in, without {@code .txt}
 * @param breaks the promise that the code no longer keeps
 * @param test the test that must fail
 */
record Mutant(String name, String subject, String breaks, TestName test, List<Edit> edits) {

    Mutant {
        edits = List.copyOf(edits);
    }

    /** Whether both say the same, wherever they stand. */
    boolean hasTextOf(Mutant other) {
        return breaks.equals(other.breaks) && test.equals(other.test) && edits.equals(other.edits);
    }

    /**
     * A test of this project.
     *
     * @param module its folder, from the root of the project
     * @param type the simple name of its class
     * @param method a regular expression for its methods; null: all of them
     */
    record TestName(String module, String type, @Nullable String method) {

        @Override
        public String toString() {
            return module + " " + type + (method == null ? "" : " " + method);
        }
    }
}
