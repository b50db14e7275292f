package dev.mortise.redis;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A server in memory: by default it answers each request with its argument; a test may answer by hand instead. */
final class FakeServer implements WireFactory {

    /** What {@link Wire#writeAsking} puts before a request. */
    static final Request ASKING = new Request(Script.of("asking", ""), new byte[0][], new byte[0][], 0);

    static final Script ECHO = Script.of("echo", "return ARGV[1]");

    /** As an answer: the connection is cut instead. */
    static final Object CUT = new Object();

    final List<FakeWire> wires = new CopyOnWriteArrayList<>();
    final List<Batch> batches = new CopyOnWriteArrayList<>();
    volatile boolean callersMayDrive = true;
    volatile boolean mayBatch;
    volatile @Nullable IOException refuseConnections;
    volatile Function<Sent, @Nullable Object> answer = Sent::argument;

    /** What one flush sent, and who did it. */
    record Batch(FakeWire wire, Thread by, List<Sent> sent) {
        List<String> arguments() {
            return sent.stream().map(Sent::argument).toList();
        }
    }

    /** A request as it was written. */
    record Sent(Request request, boolean withSource) {
        String argument() {
            return new String(request.args()[0], StandardCharsets.UTF_8);
        }
    }

    static Request request(String argument, int affinity) {
        return new Request(
                ECHO, new byte[][] {{'k'}}, new byte[][] {argument.getBytes(StandardCharsets.UTF_8)}, affinity);
    }

    /** From now on requests stay unanswered until {@link FakeWire#reply}. */
    void answerByHand() {
        answer = sent -> Wire.NOTHING_YET;
    }

    @Override
    public Wire connect() throws IOException {
        IOException refuse = refuseConnections;
        if (refuse != null) {
            throw refuse;
        }
        FakeWire wire = new FakeWire();
        wires.add(wire);
        return wire;
    }

    /** One connection; fails the test when two threads use it at once. */
    final class FakeWire implements Wire {

        private final BlockingQueue<Object> replies = new LinkedBlockingQueue<>();
        private final List<Sent> buffer = new ArrayList<>();
        private final AtomicReference<@Nullable Thread> user = new AtomicReference<>();
        private final Semaphore reading = new Semaphore(1);
        volatile boolean closed;

        /** Told before each read how long it may wait, in milliseconds; on the thread that reads. */
        volatile IntConsumer beforeRead = waitMillis -> {};

        /** How long the server was silent by its readers' count: what they waited in vain, in milliseconds. */
        final AtomicInteger silentMillis = new AtomicInteger();

        /** Reading does not even time out until {@link #go}, so that its driver stays where it is. */
        void stall() {
            reading.acquireUninterruptibly();
        }

        void go() {
            reading.release();
        }

        void reply(Object value) {
            replies.add(value);
        }

        void cut() {
            replies.add(CUT);
        }

        @Override
        public void write(Request request, boolean withSource) throws IOException {
            exclusively(() -> buffer.add(new Sent(request, withSource)));
        }

        @Override
        public void writeAsking() throws IOException {
            exclusively(() -> buffer.add(new Sent(ASKING, false)));
        }

        @Override
        public void flush() throws IOException {
            exclusively(() -> {
                Batch batch = new Batch(this, Thread.currentThread(), List.copyOf(buffer));
                buffer.clear();
                batches.add(batch);
                for (Sent sent : batch.sent()) {
                    Object value = answer.apply(sent);
                    if (value != NOTHING_YET) {
                        replies.add(value == null ? "null" : value);
                    }
                }
                return true;
            });
        }

        @Override
        public @Nullable Object read(int waitMillis, int limitMillis) throws IOException {
            Object[] reply = new Object[1];
            beforeRead.accept(waitMillis);
            exclusively(() -> {
                reading.acquireUninterruptibly();
                reading.release();
                reply[0] = take(waitMillis);
                return true;
            });
            if (reply[0] == CUT) {
                throw new EOFException("cut");
            }
            if (reply[0] == null) {
                silentMillis.addAndGet(waitMillis);
                return NOTHING_YET;
            }
            return reply[0];
        }

        /** As a socket read: an interrupt does not end it. */
        private @Nullable Object take(int waitMillis) {
            boolean interrupted = Thread.interrupted();
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
            try {
                for (; ; ) {
                    try {
                        return replies.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private void exclusively(BooleanSupplier action) throws IOException {
            if (closed) {
                throw new IOException("closed");
            }
            if (!user.compareAndSet(null, Thread.currentThread())) {
                throw new AssertionError("two threads on one wire");
            }
            try {
                action.getAsBoolean();
            } finally {
                user.set(null);
            }
        }

        @Override
        public boolean callersMayDrive() {
            return callersMayDrive;
        }

        @Override
        public boolean mayBatch() {
            return mayBatch;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
