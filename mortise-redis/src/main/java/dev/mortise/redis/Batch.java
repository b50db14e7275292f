package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Trouble;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Queued calls of acquire and release that go out as one call of {@code batch.lua}: linked by {@link Call#next}, and known
 * by the first of them. Used by the driver only.
 */
final class Batch {

    /** How many calls at most, so that none keeps the server busy for long. */
    static final int LIMIT = 32;

    private static final byte[] ZERO = {'0'};

    /** Lease and mode of a batch without an acquire. */
    private static final byte[][] NO_TERMS = {ZERO, ZERO, ZERO, ZERO};

    private Batch() {}

    /** Takes the oldest call, and with it those behind it that may go out together with it; null if there is none. */
    static @Nullable Call take(Deque<Call> unsent) {
        Call first = unsent.poll();
        if (first == null || !mayJoin(first)) {
            return first;
        }
        Request acquire = isAcquire(first) ? first.request : null;
        Call last = first;
        for (int size = 1; size < LIMIT; size++) {
            Call next = unsent.peek();
            if (next == null || !mayJoin(next)) {
                break;
            }
            if (isAcquire(next)) {
                if (acquire != null && !sameTerms(acquire, next.request)) {
                    break;
                }
                acquire = next.request;
            }
            last.next = unsent.remove();
            last = next;
        }
        return first;
    }

    /** What to write for a call and those that go with it. */
    static Request request(Call first) {
        return first.next == null ? first.now : joined(first);
    }

    /** Undoes the batch: each call goes out by itself from now on, in the same order, before what is queued meanwhile. */
    static void dissolve(Call first, Deque<Call> unsent) {
        for (Call call = first; call != null; ) {
            Call next = call.next;
            call.next = null;
            call.alone = true;
            call.withSource = false;
            unsent.add(call);
            call = next;
        }
    }

    /** Gives each call its part of the reply. */
    static void complete(Call first, @Nullable Object reply) {
        if (first.next == null) {
            completeOne(first, reply);
        } else if (reply instanceof List<?> parts && parts.size() == size(first)) {
            Call call = first;
            for (Object part : parts) {
                Call next = Objects.requireNonNull(call).next;
                completeOne(call, part);
                call = next;
            }
        } else {
            fail(first, Troubles.unreadable(new IllegalStateException("not a reply for each call of a batch")));
        }
    }

    /** Fails a call and all that go out with it. */
    static void fail(Call first, Trouble trouble) {
        for (Call call = first; call != null; call = call.next) {
            call.complete(new Outcome.Failed<>(trouble));
        }
    }

    private static void completeOne(Call call, @Nullable Object reply) {
        call.complete(reply instanceof ServerError error ? new Outcome.Failed<>(Troubles.of(error)) : done(reply));
    }

    @SuppressWarnings("NullAway") // a script may answer nil
    private static Outcome<Object> done(@Nullable Object value) {
        return new Outcome.Done<>(value);
    }

    private static boolean mayJoin(Call call) {
        return call.next == null
                && !call.withSource
                && !call.alone
                && !call.request.isFollowed()
                && (isAcquire(call) || isPlainRelease(call));
    }

    private static boolean isAcquire(Call call) {
        return call.request.script() == Scripts.ACQUIRE;
    }

    private static boolean isPlainRelease(Call call) {
        return call.request.script() == Scripts.RELEASE && call.request.args().length == 1;
    }

    /** Lease and mode. */
    private static boolean sameTerms(Request one, Request other) {
        return Arrays.equals(one.args()[2], other.args()[2]) && Arrays.equals(one.args()[3], other.args()[3]);
    }

    /** In the order that {@code batch.lua} wants: locks and queues of acquires, those of releases, tokens. */
    private static Request joined(Call first) {
        int size = 0;
        int acquires = 0;
        byte[][] terms = NO_TERMS;
        for (Call call = first; call != null; call = call.next) {
            size++;
            if (isAcquire(call)) {
                acquires++;
                terms = call.request.args();
            }
        }
        byte[] letters = new byte[size];
        byte[][] keys = new byte[2 * size + acquires][];
        byte[][] args = new byte[4 + size + acquires][];
        args[0] = letters;
        args[1] = RedisStore.bytes(acquires);
        args[2] = terms[2];
        args[3] = terms[3];
        int i = 0;
        int acquired = 0;
        int released = 2 * acquires;
        int token = 2 * size;
        int arg = 4;
        for (Call call = first; call != null; call = call.next) {
            Request request = call.request;
            if (isAcquire(call)) {
                letters[i++] = 'a';
                System.arraycopy(request.keys(), 0, keys, acquired, 2);
                acquired += 2;
                keys[token++] = request.keys()[2];
                args[arg++] = request.args()[0];
                args[arg++] = request.args()[1];
            } else {
                letters[i++] = 'r';
                System.arraycopy(request.keys(), 0, keys, released, 2);
                released += 2;
                args[arg++] = request.args()[0];
            }
        }
        return new Request(Scripts.BATCH, keys, args, first.request.affinity());
    }

    private static int size(Call first) {
        int size = 0;
        for (Call call = first; call != null; call = call.next) {
            size++;
        }
        return size;
    }
}
