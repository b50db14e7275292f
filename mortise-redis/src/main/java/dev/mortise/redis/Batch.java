package dev.mortise.redis;

import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Queued calls of acquire and release that go out as one call of {@code batch.lua}: linked by {@link Call#next}, and known
 * by the first of them. Used by the driver only.
 */
final class Batch {

    /** How many calls at most, so that none keeps the server busy for long. */
    static final int LIMIT = 32;

    private Batch() {}

    /** Takes the oldest call, and with it those behind it that may go out together with it; null if there is none. */
    static @Nullable Call take(Deque<Call> unsent) {
        Call first = unsent.poll();
        if (first == null || !mayJoin(first)) {
            return first;
        }
        Call last = first;
        for (int size = 1; size < LIMIT; size++) {
            Call next = unsent.peek();
            if (next == null || !mayJoin(next)) {
                break;
            }
            last.next = unsent.remove();
            last = next;
        }
        return first;
    }

    /** What to write for a call and those that go with it. */
    static Request request(Call first) {
        return first.next == null ? first.request : joined(first);
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

    private static boolean mayJoin(Call call) {
        return call.next == null && !call.withSource && !call.alone && letter(call.request) != 0;
    }

    private static byte letter(Request request) {
        if (request.script() == Scripts.ACQUIRE) {
            return 'a';
        }
        return request.script() == Scripts.RELEASE && request.keys().length == 2 ? (byte) 'r' : 0;
    }

    private static Request joined(Call first) {
        int keyCount = 0;
        int argCount = 1;
        for (Call call = first; call != null; call = call.next) {
            keyCount += call.request.keys().length;
            argCount += call.request.args().length;
        }
        byte[] letters = new byte[size(first)];
        byte[][] keys = new byte[keyCount][];
        byte[][] args = new byte[argCount][];
        args[0] = letters;
        int i = 0;
        int k = 0;
        int a = 1;
        for (Call call = first; call != null; call = call.next) {
            Request request = call.request;
            letters[i++] = letter(request);
            System.arraycopy(request.keys(), 0, keys, k, request.keys().length);
            System.arraycopy(request.args(), 0, args, a, request.args().length);
            k += request.keys().length;
            a += request.args().length;
        }
        return new Request(Scripts.BATCH, keys, args, first.request.affinity());
    }

    static int size(Call first) {
        int size = 0;
        for (Call call = first; call != null; call = call.next) {
            size++;
        }
        return size;
    }
}
