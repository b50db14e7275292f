package dev.mortise.spi;

/**
 * What a store can do. The contract suite runs what is declared and asserts a clear refusal of the rest.
 *
 * @param wakesWaiters a release wakes the next waiting node, without its polling
 * @param keepsOrder waiting nodes get the lock in the order in which they came
 * @param sparesTokens a grant owns a token for each microsecond that it lasts, beginning with its own, so that a node may
 *     hand the lock from one of its waiters to the next without asking
 * @param pushesGrants a release grants the lock to the first ask in the queue, strictly in the order in which they came, and
 *     notifies its node by {@link Signals#granted}
 * @param acknowledges replicas or disks can be asked whether they have a grant; told once the store is open
 */
public record Traits(
        boolean wakesWaiters, boolean keepsOrder, boolean sparesTokens, boolean pushesGrants, boolean acknowledges) {}
