/** The benchmarks: {@code ./mortise bench}. */
@NullMarked
package dev.mortise.benchmarks;

import org.jspecify.annotations.NullMarked;
