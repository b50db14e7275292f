/** What a quorum of masters costs, and what it stands: {@code ./dev quorum}. */
@org.jspecify.annotations.NullMarked
package dev.mortise.benchmarks.quorum;
