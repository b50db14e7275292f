/**
 * {@code bench --before}: two commits of Mortise side by side. Begin with {@link dev.mortise.benchmarks.before.BeforeBench};
 * {@link dev.mortise.benchmarks.before.PairedRounds} has the order of a run and {@link
 * dev.mortise.benchmarks.before.Comparison} the statistics.
 */
@NullMarked
package dev.mortise.benchmarks.before;

import org.jspecify.annotations.NullMarked;
