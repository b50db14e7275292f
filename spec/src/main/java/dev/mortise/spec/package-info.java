/** Runs the model of the quorum: {@code ./mortise model}. */
@NullMarked
package dev.mortise.spec;

import org.jspecify.annotations.NullMarked;
