/** Locks handed over a million times while connections, scripts and processes go away: nothing may be lost, stuck or left. */
@org.jspecify.annotations.NullMarked
package dev.mortise.benchmarks.stress;
