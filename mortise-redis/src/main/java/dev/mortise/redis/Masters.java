package dev.mortise.redis;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which servers take writes, and for which slots. Does not change. */
final class Masters {

    /** One for all slots, or one a slot. */
    private final @Nullable ServerAddress[] bySlot;

    private final Set<ServerAddress> all = new LinkedHashSet<>();

    private Masters(@Nullable ServerAddress[] bySlot) {
        this.bySlot = bySlot;
        for (ServerAddress master : bySlot) {
            if (master != null) {
                all.add(master);
            }
        }
    }

    /** One master that has all keys. */
    static Masters one(ServerAddress master) {
        return new Masters(new @Nullable ServerAddress[] {master});
    }

    /** Masters that have some slots each. */
    static Masters of(List<Range> ranges) {
        @Nullable ServerAddress[] bySlot = new @Nullable ServerAddress[Slots.COUNT];
        ranges.forEach(range -> Arrays.fill(bySlot, range.first, range.last + 1, range.master));
        return new Masters(bySlot);
    }

    /** The master of the slot of that key; null when there is none at present. */
    @Nullable
    ServerAddress of(byte[] key) {
        return bySlot[bySlot.length == 1 ? 0 : Slots.of(key)];
    }

    Set<ServerAddress> all() {
        return all;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Masters masters && Arrays.equals(bySlot, masters.bySlot);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bySlot);
    }

    @Override
    public String toString() {
        return all.toString();
    }

    /** Slots behind each other that have one master. */
    record Range(int first, int last, ServerAddress master) {
        Range {
            Objects.requireNonNull(master);
        }
    }
}
