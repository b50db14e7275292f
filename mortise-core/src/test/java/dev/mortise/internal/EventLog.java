package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.LockEvent;
import dev.mortise.LockListener;
import dev.mortise.Mortise;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Remembers the events of a node, which its own thread delivers later but in order. */
final class EventLog implements LockListener {

    private static final long PATIENCE_SECONDS = 30;

    private final List<LockEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void on(LockEvent event) {
        events.add(event);
    }

    /** All events so far of a node that is still open: waits until the last of them is delivered. */
    List<LockEvent> of(Mortise node) throws InterruptedException {
        CountDownLatch delivered = new CountDownLatch(1);
        ((Engine) node).events.tell(null, hold -> delivered.countDown());
        assertThat(delivered.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("events are delivered")
                .isTrue();
        return List.copyOf(events);
    }

    /** The simple names of {@link #of} that node. */
    List<String> namesOf(Mortise node) throws InterruptedException {
        return of(node).stream().map(event -> event.getClass().getSimpleName()).toList();
    }
}
