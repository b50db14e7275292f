/** The contract of Mortise as a test suite, and real servers to run it on. */
@NullMarked
package dev.mortise.tck;

import org.jspecify.annotations.NullMarked;
