package dev.mortise.spi;

import dev.mortise.Acknowledgement;

/**
 * One attempt of a node to get a lock. Sent again with the same number it is a look: the store answers what became of
 * it and grants it at most once.
 *
 * @param lock what is asked for
 * @param number unique and growing within the node
 * @param owner who asks, as written for people: a thread id, or {@code #n} for an object
 * @param leaseMillis how long the server keeps the grant unless renewed
 * @param enlist whether a refusal also puts the ask into the lock's queue, as soon as the store listens for it
 * @param barge whether a free lock is taken although others wait for it
 * @param again whether it may stand in the lock's queue already: sent before, or enlisted by a release
 * @param acknowledgement who must have the grant before it is answered; not acknowledged, it is released and answered as
 *     {@link Trouble.Kind#UNACKNOWLEDGED}. Only where {@link Traits#acknowledges()}
 */
public record Ask(
        LockId lock,
        long number,
        String owner,
        long leaseMillis,
        boolean enlist,
        boolean barge,
        boolean again,
        Acknowledgement acknowledgement) {

    /** An ask that was not sent before, without acknowledgement. */
    public Ask(LockId lock, long number, String owner, long leaseMillis, boolean enlist, boolean barge) {
        this(lock, number, owner, leaseMillis, enlist, barge, false, Acknowledgement.none());
    }

    /** The same ask, to be sent once more. */
    public Ask sentAgain() {
        return again ? this : new Ask(lock, number, owner, leaseMillis, enlist, barge, true, acknowledgement);
    }
}
