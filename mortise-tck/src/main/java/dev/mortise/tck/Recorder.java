package dev.mortise.tck;

import dev.mortise.LockEvent;
import dev.mortise.LockListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the events of a node. */
public final class Recorder implements LockListener {

    /** Longer than a stall of the machine, since a rerun does not excuse a loss that is not reported. */
    private static final Duration LOST_WITHIN = Duration.ofSeconds(40);

    private final List<LockEvent> events = new CopyOnWriteArrayList<>();

    /** Has heard nothing yet. */
    public Recorder() {}

    @Override
    public void on(LockEvent event) {
        events.add(event);
    }

    /** All events so far, in order. */
    public List<LockEvent> all() {
        return List.copyOf(events);
    }

    /** The events of that kind so far. */
    public <E extends LockEvent> List<E> of(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Waits for the first event of that kind. A loss that is not reported is a violation. */
    public <E extends LockEvent> E await(Class<E> kind) {
        if (kind == LockEvent.Lost.class) {
            SafetyViolation.checked(
                    () -> Eventually.within(LOST_WITHIN, "a loss is reported", () -> !of(kind).isEmpty()));
        } else {
            Eventually.eventually("event " + kind.getSimpleName(), () -> !of(kind).isEmpty());
        }
        return of(kind).get(0);
    }
}
