/** Locks in futures. Read {@link dev.mortise.examples.async.Steps} from top to bottom. */
@NullMarked
package dev.mortise.examples.async;

import org.jspecify.annotations.NullMarked;
