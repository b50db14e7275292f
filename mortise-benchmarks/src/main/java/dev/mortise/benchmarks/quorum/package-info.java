/** What a quorum of masters costs, and what it stands: {@code ./mortise quorum}. */
@org.jspecify.annotations.NullMarked
package dev.mortise.benchmarks.quorum;
