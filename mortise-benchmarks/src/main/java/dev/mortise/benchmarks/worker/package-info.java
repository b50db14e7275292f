/** The processes that lock: one library each, told what to do by the bench through standard input. */
@NullMarked
package dev.mortise.benchmarks.worker;

import org.jspecify.annotations.NullMarked;
