package dev.mortise;

/**
 * Is told what happens to the locks of one node, in order, on a thread of its own: a slow listener delays other listeners
 * and nothing else.
 */
@FunctionalInterface
public interface LockListener {
    /** Called once per event; what it throws is logged. */
    void on(LockEvent event);
}
