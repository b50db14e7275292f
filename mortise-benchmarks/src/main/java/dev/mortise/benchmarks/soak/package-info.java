/** Locks under load for long: nothing may grow. */
@org.jspecify.annotations.NullMarked
package dev.mortise.benchmarks.soak;
