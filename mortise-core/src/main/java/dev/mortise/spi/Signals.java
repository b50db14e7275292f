package dev.mortise.spi;

import dev.mortise.LossCause;

/** What a store tells the engine by itself; called from any thread, returns at once. */
public interface Signals {

    /** The lock may be free: ask again. */
    void look(LockId lock);

    /** The lock was granted to an ask that stood in its queue. */
    void granted(LockId lock, Pushed grant);

    /** Messages may have been missed: ask again for every lock somebody waits for. */
    void lookAll();

    /** The grant of that ask is said to have been ended by somebody else: see whether it is there. */
    void lost(LockId lock, long ask, LossCause cause);
}
