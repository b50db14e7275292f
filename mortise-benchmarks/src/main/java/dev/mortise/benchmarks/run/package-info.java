/** Runs the scenarios, round by round, and keeps what was counted. */
@NullMarked
package dev.mortise.benchmarks.run;

import org.jspecify.annotations.NullMarked;
