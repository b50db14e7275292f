package dev.mortise.spi;

/**
 * What a store can do. The contract suite runs what is declared and asserts a clear refusal of the rest.
 *
 * @param wakesWaiters a release wakes the next waiting node, without its polling
 * @param keepsOrder waiting nodes get the lock in the order in which they came
 */
public record Traits(boolean wakesWaiters, boolean keepsOrder) {}
