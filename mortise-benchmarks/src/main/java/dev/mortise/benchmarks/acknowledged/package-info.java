/** What locks cost that replicas acknowledge, while one of the replicas is stalled. */
@org.jspecify.annotations.NullMarked
package dev.mortise.benchmarks.acknowledged;
