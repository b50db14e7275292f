package dev.mortise.spi;

/** Receives what became of each grant of a renewal; called from any thread, must not block. */
@FunctionalInterface
public interface Renewed {

    /**
     * The outcome for one grant.
     *
     * @param grant one of those given to the store
     * @param outcome done with true: its TTL at the server is the lease or more; done with false: it is gone there
     */
    void accept(Grant grant, Outcome<Boolean> outcome);
}
