package dev.mortise;

/** Why a hold was lost. */
public enum LossCause {
    /** Its explicit lease, or its longest hold time, was over before it was released. */
    EXPIRED("its lease was over"),
    /** The watchdog could not renew it in time. */
    NOT_RENEWED("it could not be renewed in time"),
    /** It is gone at the server: expired there, deleted, evicted, or lost in a failover. */
    GONE("it is gone at the server"),
    /** Somebody called {@link DistributedLock#forceUnlock()}. */
    FORCED("it was unlocked by force"),
    /** The node was closed. */
    CLOSED("its Mortise was closed"),
    /** Its thread ended without releasing it. */
    THREAD_DIED("its thread ended without unlocking it");

    private final String text;

    LossCause(String text) {
        this.text = text;
    }

    /** The cause as part of a sentence. */
    public String text() {
        return text;
    }
}
