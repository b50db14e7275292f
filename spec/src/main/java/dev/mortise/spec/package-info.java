/** Runs the model of the quorum: {@code ./dev model}. */
@NullMarked
package dev.mortise.spec;

import org.jspecify.annotations.NullMarked;
