package dev.mortise.benchmarks.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that all processes of a round share, so that exclusion is checked between processes without a word to Redis:
 * for every lock one section with its occupant and a count that nothing but the lock guards.
 */
public final class SharedPage {

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int LINE = 64;
    private static final int SECTIONS = 256;
    private static final int NOTES = SECTIONS * LINE;
    private static final int SIZE = NOTES + Note.values().length * LINE;

    private final MappedByteBuffer memory;

    private SharedPage(MappedByteBuffer memory) {
        this.memory = memory;
    }

    /** What processes that hand a lock over tell each other. */
    enum Note {
        /** The process that took the lock last. */
        TAKEN_BY(0),
        /** The process that released it last, if another was waiting, else 0. */
        HANDED_BY(1),
        /** When it was released, in nanoseconds of the machine's monotonic clock. */
        RELEASED_AT(2),
        /** Whether process 1 is waiting. */
        WAITING_1(3),
        /** Whether process 2 is waiting. */
        WAITING_2(4);

        private final int at;

        Note(int line) {
            this.at = NOTES + line * LINE;
        }
    }

    /** Maps the file, making it if needed. */
    public static SharedPage map(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedPage(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot map the shared page", e);
        }
    }

    public void clear() {
        for (int at = 0; at < SIZE; at += Long.BYTES) {
            LONGS.setVolatile(memory, at, 0L);
        }
    }

    /**
     * Goes into a lock's section and out again.
     *
     * @return whether it was empty all the time
     */
    boolean visit(int section, long visitor, Runnable work) {
        int at = section * LINE;
        boolean empty = LONGS.compareAndSet(memory, at, 0L, visitor);
        long before = (long) LONGS.get(memory, at + Long.BYTES);
        work.run();
        LONGS.set(memory, at + Long.BYTES, before + 1);
        return LONGS.compareAndSet(memory, at, visitor, 0L) && empty;
    }

    /** How often the section was visited, exact as long as its lock excluded. */
    public long visits(int section) {
        return (long) LONGS.getVolatile(memory, section * LINE + Long.BYTES);
    }

    long read(Note note) {
        return (long) LONGS.getVolatile(memory, note.at);
    }

    void write(Note note, long value) {
        LONGS.setVolatile(memory, note.at, value);
    }
}
