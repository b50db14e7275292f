/** The benchmarks: {@code ./dev bench}. */
@NullMarked
package dev.mortise.benchmarks;

import org.jspecify.annotations.NullMarked;
