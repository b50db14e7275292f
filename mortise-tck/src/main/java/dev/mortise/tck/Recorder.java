package dev.mortise.tck;

import dev.mortise.LockEvent;
import dev.mortise.LockListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the events of a node. */
public final class Recorder implements LockListener {

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

    /** Waits for the first event of that kind. */
    public <E extends LockEvent> E await(Class<E> kind) {
        Eventually.eventually("event " + kind.getSimpleName(), () -> !of(kind).isEmpty());
        return of(kind).get(0);
    }
}
