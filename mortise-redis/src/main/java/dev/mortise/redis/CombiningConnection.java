package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Time;
import dev.mortise.spi.Trouble;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/*
 * How callers share one connection
 * ================================
 *
 * Calls are pushed onto a stack. Whoever sets the flag `owned` is the driver: it takes the whole stack, oldest
 * first, writes it as one pipeline, reads replies in order and completes the calls. A caller that awaits its own call
 * tries to become the driver, and parks if somebody else is (in a Crowd it gives way first). So one caller alone does its
 * I/O on its own thread, and many callers share one write and few reads.
 *
 *   call:        queued (stack) -> unsent (taken by a driver) -> in flight (written) -> completed
 *                                     ^------- NOSCRIPT, once -------'
 *                                     ^-- alone, if its batch failed-'
 *                                     ^-- what follows its reply -----'   fails with its wire
 *   connection:  no wire --I/O thread connects--> wire --IOException, EOF, silence--> no wire
 *                any of them --close()--> finished: owned for good
 *
 * Who may do what:
 *   anybody      push, attend, shut
 *   the driver   all else: wire, unsent, inFlight, silentMillis. A driver is a platform thread that awaits a call of
 *                this connection, the I/O thread, or close()
 *   I/O thread   besides driving: connect. It drives only when it is wanted: for callbacks, virtual threads (an interrupt
 *                would close their socket), calls whose caller has left, and wires that callers may not drive
 *
 * Hand-over. Driving can end between two replies: own reply there, interrupted, out of time. The driver then clears
 * `owned` and, if work is left, wakes one waiting caller that may drive, else the I/O thread. Calls that nobody wants
 * yet do not count: their sender is on its way to await() or then(). Being woken is only a hint to try: if another
 * thread was faster, that one is the driver, and hands over in its turn.
 *
 * No wake-up is lost, by one rule on both sides: first write what you did, then read what the other did. All of it is
 * volatile, so at least one of the two sees the other.
 *   A caller    pushes, sets `waiter` (or a callback, or `left`), then reads `owned`. Clear: it drives, or wakes the I/O
 *               thread. Set: it is the driver's turn.
 *   A driver    clears `owned`, then reads the stack and who wants the calls that it leaves behind. Whoever came or left
 *               before that is seen; whoever comes or leaves later sees `owned` clear.
 *
 * Batches. Acquires and releases that are queued behind each other go out as one script call (Batch), which the server
 * runs for less than each of them alone; `unsent` and `inFlight` then have the first of them.
 *
 * Order. Requests go out in the order in which they were queued. A script that the server did not know is sent again
 * before anything not yet sent; only what was in flight with it may overtake it. That does no harm: scripts decide by
 * the ask id alone, and whoever sends two requests of a lock without awaiting the first looks at both replies.
 */
final class CombiningConnection {

    /** How long a driver reads before it looks whether it should stop: an interrupt is seen within 10 ms. */
    static final int SLICE_MILLIS = 5;

    private static final Request ASKING = Request.command(0);

    /** How many replies a driver reads for others once it has its own. */
    private static final int FURTHER_REPLIES = 256;

    private final CombiningLink link;
    private final Time time;
    private final int limitMillis;

    final Crowd crowd = new Crowd();

    private final CallStack queued = new CallStack();
    private final AtomicBoolean owned = new AtomicBoolean();
    private volatile @Nullable Wire wire;
    private volatile boolean callersDrive;
    private boolean batches;
    private volatile boolean ioWanted;
    private volatile boolean finished;
    private boolean hadWire;

    /** Whether the wire has brought a reply other than an error. */
    private boolean works;

    private final Deque<Call> unsent = new ArrayDeque<>();
    private final Deque<Call> inFlight = new ArrayDeque<>();
    private int silentMillis;

    CombiningConnection(CombiningLink link, Time time, int limitMillis) {
        this.link = link;
        this.time = time;
        this.limitMillis = limitMillis;
    }

    Call push(Request request) {
        Call call = new Call(request, this, time.nanos());
        queued.push(call);
        if (link.isClosed()) {
            shut();
        }
        return call;
    }

    /** As {@link #push}, and writes it at once if the calling thread may drive and nobody else does. */
    Call launch(Request request) {
        Call call = push(request);
        if (callersDrive && link.mayDrive(Thread.currentThread()) && own()) {
            try {
                Wire current = wire;
                if (current != null && callersDrive) {
                    send(current);
                }
            } catch (IOException | RuntimeException e) {
                broke(e);
            } finally {
                release(call);
            }
        }
        return call;
    }

    long nanos() {
        return time.nanos();
    }

    boolean mayDrive(Thread thread) {
        return link.mayDrive(thread);
    }

    /** Sees to it that somebody drives: its driver hands over when it ends; if there is none, the I/O thread is woken. */
    void attend() {
        if (!owned.get()) {
            wakeIo();
        }
    }

    /** Drives until the caller's own reply is there, or it has to stop; false if somebody else must drive. */
    boolean drive(Call mine, long untilNanos, boolean interruptible) {
        if (!callersDrive) {
            attend();
            return false;
        }
        if (!own()) {
            return false;
        }
        boolean driven = false;
        try {
            Wire current = wire;
            if (current == null || !callersDrive) {
                return false;
            }
            exchange(current, mine, untilNanos, interruptible, slice(untilNanos));
            driven = true;
            return true;
        } finally {
            // a caller that could not drive is left behind too: the I/O thread may have come and gone meanwhile
            release(driven ? mine : null);
        }
    }

    boolean ioWanted() {
        return ioWanted;
    }

    /** The I/O thread's share: connects if need be, and drives for one slice; true if there is more for it to do. */
    boolean serve(int sliceMillis) {
        if (!ioWanted) {
            return false;
        }
        ioWanted = false;
        if (!own()) {
            return false;
        }
        try {
            if (!link.isClosed() && hasWork()) {
                Wire current = wire;
                if (current == null) {
                    current = connect();
                }
                if (current != null) {
                    exchange(current, null, 0, false, sliceMillis);
                }
            }
        } finally {
            release(null);
        }
        return ioWanted;
    }

    /** Takes a wire that was made elsewhere; before any other thread knows this connection. */
    void use(Wire made) {
        callersDrive = made.callersMayDrive();
        batches = made.mayBatch();
        hadWire = true;
        works = false;
        wire = made;
    }

    /** Fails what is queued, once the link is closed. */
    void shut() {
        for (Call call = queued.takeAll(); call != null; call = call.newer) {
            Batch.fail(call, Troubles.closed(false));
        }
    }

    /** Ends the connection once the link is closed; false if its driver does not let go of it yet. */
    boolean finish() {
        if (!finished && own()) {
            end();
        }
        return finished;
    }

    /** Closes the wire under a driver that does not let go of it. */
    void cut() {
        Wire current = wire;
        if (current != null) {
            link.close(current);
        }
    }

    private boolean own() {
        return !owned.get() && owned.compareAndSet(false, true);
    }

    private void release(@Nullable Call mine) {
        if (link.isClosed()) {
            end();
            return;
        }
        List<Call> behind = inFlight.isEmpty() && unsent.isEmpty() ? List.of() : behind();
        owned.set(false);
        Call newest = queued.newest();
        if (newest != null || !behind.isEmpty()) {
            handOver(behind, newest, mine);
        }
    }

    private List<Call> behind() {
        List<Call> all = new ArrayList<>();
        for (Deque<Call> calls : List.of(inFlight, unsent)) {
            for (Call first : calls) {
                for (Call call = first; call != null; call = call.next) {
                    all.add(call);
                }
            }
        }
        return all;
    }

    private void handOver(List<Call> behind, @Nullable Call newest, @Nullable Call mine) {
        boolean wanted = false;
        for (Call call : behind) {
            if (call != mine) {
                if (callersDrive && call.handOver()) {
                    return;
                }
                wanted |= call.isWanted();
            }
        }
        for (Call call = newest; call != null; call = call.older) {
            if (call != mine) {
                if (callersDrive && call.handOver()) {
                    return;
                }
                wanted |= call.isWanted();
            }
        }
        if (wanted) {
            wakeIo();
        }
    }

    private void wakeIo() {
        if (!ioWanted) {
            ioWanted = true;
            link.wakeIo();
        }
    }

    private boolean hasWork() {
        return queued.newest() != null || !unsent.isEmpty() || !inFlight.isEmpty();
    }

    private void exchange(Wire on, @Nullable Call mine, long untilNanos, boolean interruptible, int firstSliceMillis) {
        int sliceMillis = firstSliceMillis;
        int further = 0;
        try {
            send(on);
            while (!inFlight.isEmpty()) {
                Object reply = on.read(sliceMillis, limit());
                if (reply == Wire.NOTHING_YET) {
                    silentMillis += sliceMillis;
                    if (silentMillis >= limit()) {
                        throw new SocketTimeoutException("no reply within " + limitMillis + " ms");
                    }
                    if (mine == null || shouldStop(mine, untilNanos, interruptible)) {
                        return;
                    }
                    sliceMillis = slice(untilNanos);
                    send(on);
                } else {
                    silentMillis = 0;
                    Call call = inFlight.remove();
                    ServerError end = end(call, reply);
                    if (end != null) {
                        Batch.fail(call, Troubles.connectionEnded(end));
                        throw new IOException("the server answered: " + end.message());
                    }
                    answered(call, reply);
                    if (Troubles.isReplica(reply)) {
                        throw new IOException("the server is a replica now");
                    }
                    if (mine != null && mine.isDone() && ++further > FURTHER_REPLIES) {
                        return;
                    }
                    if (inFlight.isEmpty() && !unsent.isEmpty()) {
                        send(on);
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            broke(e);
        } catch (Error e) {
            broke(e);
            throw e;
        }
    }

    /** The error that says that the connection, which has worked, no longer works; null if the reply says nothing of the kind. */
    private @Nullable ServerError end(Call call, @Nullable Object reply) {
        if (!(reply instanceof ServerError error)) {
            works = true;
            return null;
        }
        return works && call.now.isScript() && Troubles.endsConnection(error) ? error : null;
    }

    /** How long the reply that is due may take. */
    private int limit() {
        return limitMillis + inFlight.element().now.patienceMillis();
    }

    private void send(Wire on) throws IOException {
        collect();
        if (unsent.isEmpty()) {
            return;
        }
        for (Call call = take(); call != null; call = take()) {
            if (link.keepsToOneSlot() && Slots.areSeveral(call.now.keys())) {
                call.complete(new Outcome.Failed<>(Troubles.crossSlot()));
                continue;
            }
            if (call.now.isAsking()) {
                inFlight.add(new Call(ASKING, this, call.queuedNanos)); // for its reply, which nobody awaits
                on.writeAsking();
            }
            inFlight.add(call);
            on.write(Batch.request(call), call.withSource);
        }
        on.flush();
    }

    private @Nullable Call take() {
        return batches && !link.keepsToOneSlot() ? Batch.take(unsent) : unsent.poll();
    }

    /** Takes what is queued, behind what is to be sent again. */
    private void collect() {
        for (Call call = queued.takeAll(); call != null; call = call.newer) {
            unsent.add(call);
        }
    }

    private void answered(Call first, @Nullable Object reply) {
        if (reply instanceof ServerError error && error.isCrossSlot()) {
            link.keepToOneSlot();
        }
        if (reply instanceof ServerError error && error.code().equals("NOSCRIPT") && !first.withSource) {
            first.withSource = true;
            unsent.add(first);
        } else if (reply instanceof ServerError && first.next != null) {
            // it may be about one of them alone, such as a missing permission for its key
            Batch.dissolve(first, unsent);
        } else {
            Object value = first.next == null ? first.now.after(reply) : reply;
            if (value instanceof Request next) {
                first.now = next;
                first.withSource = false;
                unsent.add(first);
            } else {
                Batch.complete(first, value);
            }
        }
    }

    private boolean shouldStop(Call mine, long untilNanos, boolean interruptible) {
        return mine.isDone()
                || link.isClosed()
                || (interruptible && Thread.currentThread().isInterrupted())
                || (untilNanos != PendingReply.NEVER && untilNanos - time.nanos() <= 0);
    }

    private int slice(long untilNanos) {
        if (untilNanos == PendingReply.NEVER) {
            return SLICE_MILLIS;
        }
        long millisLeft = TimeUnit.NANOSECONDS.toMillis(untilNanos - time.nanos());
        return millisLeft >= SLICE_MILLIS ? SLICE_MILLIS : (int) Math.max(1, millisLeft);
    }

    private @Nullable Wire connect() {
        expire();
        if (!hasWork()) {
            return null;
        }
        try {
            Wire made = link.connect();
            boolean again = hadWire;
            use(made);
            if (again) {
                link.remade();
            }
            return made;
        } catch (IOException | RuntimeException e) {
            Trouble trouble = Troubles.notConnected(e);
            failUnsent(trouble);
            return null;
        }
    }

    /** Fails what was queued for too long. */
    private void expire() {
        collect();
        long now = time.nanos();
        while (!unsent.isEmpty()) {
            long millis = TimeUnit.NANOSECONDS.toMillis(now - unsent.element().queuedNanos);
            if (millis < limitMillis) {
                return;
            }
            Batch.fail(unsent.remove(), Troubles.notSent(millis));
        }
    }

    private void broke(Throwable cause) {
        if (!link.isClosed()) {
            link.lost(cause);
        }
        drop(link.isClosed() ? Troubles.closed(true) : Troubles.lost(cause, true));
    }

    private void end() {
        drop(Troubles.closed(true));
        failUnsent(Troubles.closed(false));
        finished = true;
    }

    private void drop(Trouble trouble) {
        callersDrive = false;
        silentMillis = 0;
        for (Call call = inFlight.poll(); call != null; call = inFlight.poll()) {
            Batch.fail(call, trouble);
        }
        // what follows a request goes over its connection, or not at all
        for (Call call :
                unsent.stream().filter(each -> each.now != each.request).toList()) {
            unsent.remove(call);
            Batch.fail(call, trouble);
        }
        Wire current = wire;
        if (current != null) {
            if (link.isClosed()) {
                link.close(current);
            } else {
                link.discard(current);
            }
        }
        wire = null;
    }

    private void failUnsent(Trouble trouble) {
        collect();
        for (Call call = unsent.poll(); call != null; call = unsent.poll()) {
            Batch.fail(call, trouble);
        }
    }
}
