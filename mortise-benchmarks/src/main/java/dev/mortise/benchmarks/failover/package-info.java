/** Failing, freezing and moving servers under load, many times: {@code ./dev failover}. */
@NullMarked
package dev.mortise.benchmarks.failover;

import org.jspecify.annotations.NullMarked;
