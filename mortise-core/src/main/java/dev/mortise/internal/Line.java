package dev.mortise.internal;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Those who want a lock, first come, first served. Mostly there is one, or nobody: the first has a field of its own, and
 * there is no list before a second one comes. Guarded by the local lock's mutex.
 */
final class Line<T> {

    private @Nullable T first;
    private @Nullable ArrayDeque<T> others;

    void add(T newcomer) {
        if (first == null) {
            first = newcomer;
            return;
        }
        if (others == null) {
            others = new ArrayDeque<>();
        }
        others.add(newcomer);
    }

    /** Who is first, or null when nobody is there. */
    @Nullable
    T peek() {
        return first;
    }

    boolean isEmpty() {
        return first == null;
    }

    int size() {
        return first == null ? 0 : others == null ? 1 : 1 + others.size();
    }

    /** Does nothing when it is not in the line. */
    void remove(T leaver) {
        if (first == leaver) {
            moveUp();
        } else if (others != null) {
            others.remove(leaver);
            dropEmpty();
        }
    }

    /** The first for which that holds, or null. */
    @Nullable
    T find(Predicate<T> wanted) {
        if (first == null || wanted.test(first)) {
            return first;
        }
        if (others != null) {
            for (T other : others) {
                if (wanted.test(other)) {
                    return other;
                }
            }
        }
        return null;
    }

    void removeIf(Predicate<T> leaves) {
        boolean firstLeaves = first != null && leaves.test(first);
        if (others != null) {
            others.removeIf(leaves);
        }
        if (firstLeaves) {
            moveUp();
        }
        dropEmpty();
    }

    void forEach(Consumer<T> consumer) {
        if (first != null) {
            consumer.accept(first);
        }
        if (others != null) {
            others.forEach(consumer);
        }
    }

    private void moveUp() {
        first = others == null ? null : others.poll();
        dropEmpty();
    }

    private void dropEmpty() {
        if (others != null && others.isEmpty()) {
            others = null;
        }
    }
}
