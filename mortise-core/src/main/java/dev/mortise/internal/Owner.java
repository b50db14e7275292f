package dev.mortise.internal;

import org.jspecify.annotations.Nullable;

/** Who has or wants a lock: a thread of this node, or an object. Compared by identity of the thread or object. */
final class Owner {

    private final @Nullable Thread thread;

    /** The thread's id, or the object's number. */
    private final long number;

    private Owner(@Nullable Thread thread, long number) {
        this.thread = thread;
        this.number = number;
    }

    static Owner thread(Thread thread) {
        return new Owner(thread, idOf(thread));
    }

    static Owner object(long number) {
        return new Owner(null, number);
    }

    /** As it stands in Redis behind the node's id. */
    String text() {
        return thread == null ? "#" + number : Long.toString(number);
    }

    boolean isThread() {
        return thread != null;
    }

    boolean is(@Nullable Thread other) {
        return thread != null && thread == other;
    }

    @Nullable
    Thread thread() {
        return thread;
    }

    boolean same(Owner other) {
        return thread == null ? this == other : thread == other.thread;
    }

    boolean hasDied() {
        return thread != null && !thread.isAlive();
    }

    /** {@code thread-id: 17} or {@code object: 3}, as exceptions say it. */
    String inMessages() {
        return thread == null ? "object: " + number : "thread-id: " + number;
    }

    /** {@code thread 17 (name)} or {@code object 3}, as events and logs say it. */
    @Override
    public String toString() {
        return thread == null ? "object " + number : "thread " + number + " (" + thread.getName() + ")";
    }

    @SuppressWarnings("deprecation") // threadId() came with JDK 19
    private static long idOf(Thread thread) {
        return thread.getId();
    }
}
