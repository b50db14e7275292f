/**
 * Deliberate bugs that the tests must find. Begin with {@link dev.mortise.mutants.Mutants}, the program behind {@code ./dev
 * mutants}.
 */
@NullMarked
package dev.mortise.mutants;

import org.jspecify.annotations.NullMarked;
