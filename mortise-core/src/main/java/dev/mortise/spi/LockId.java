package dev.mortise.spi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lock as the store knows it: its kind and its name. Two ids are equal when both are.
 *
 * <p>An id lives as long as somebody uses its lock, so a store may keep what it derives from the name, such as encoded
 * keys, on the id itself.
 */
public final class LockId {

    /** The re-entrant lock. */
    public static final String LOCK = "lock";

    /** The plain lock on one key. */
    public static final String MUTEX = "mutex";

    /** A mutex whose key is its name. */
    public static final String BARE_MUTEX = "bare-mutex";

    private final String kind;
    private final String name;
    private volatile @Nullable Object derived;

    public LockId(String kind, String name) {
        this.kind = Objects.requireNonNull(kind, "kind");
        this.name = Objects.requireNonNull(name, "name");
    }

    /** The kind of lock, such as {@code lock}. */
    public String kind() {
        return kind;
    }

    /** Whether it is a mutex of either kind: its grants have no token, which is 0 then. */
    public boolean isMutex() {
        return kind.equals(MUTEX) || kind.equals(BARE_MUTEX);
    }

    /** The name the user gave. */
    public String name() {
        return name;
    }

    /** What the store has kept here, or null. */
    public @Nullable Object derived() {
        return derived;
    }

    /** Keeps what the store derived from this id; the last value wins. */
    public void keep(Object value) {
        derived = value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LockId that && that.kind.equals(kind) && that.name.equals(name);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + name.hashCode();
    }

    @Override
    public String toString() {
        return kind + " '" + Escaped.text(name) + "'";
    }
}
