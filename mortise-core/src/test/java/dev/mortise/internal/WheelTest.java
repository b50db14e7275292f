package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

class WheelTest {

    private static final long TICK = Wheel.TICK_NANOS;
    private static final long ROUND = TICK * Wheel.BUCKETS;

    private static final class Item<T> extends Wheel.Slot<Item<T>> {
        final T what;

        Item(T what) {
            this.what = what;
        }
    }

    @Test
    void behavesLikeASortedMap(TestReporter reporter) {
        long seed = new Random().nextLong();
        reporter.publishEntry("seed", Long.toString(seed));
        Random random = new Random(seed);
        long now = random.nextInt(1_000_000);
        long origin = now;
        Wheel<Item<Integer>> wheel = new Wheel<>(now);
        Map<Integer, Item<Integer>> slots = new HashMap<>();
        Map<Integer, Long> model = new HashMap<>();
        for (int i = 0; i < 40_000; i++) {
            int item = random.nextInt(200);
            switch (random.nextInt(5)) {
                case 0, 1, 2 -> {
                    long at = now + delay(random);
                    wheel.schedule(slots.computeIfAbsent(item, Item::new), at);
                    model.put(item, at);
                }
                case 3 -> {
                    if (slots.containsKey(item)) {
                        wheel.remove(slots.get(item));
                    }
                    model.remove(item);
                }
                default -> now = advance(wheel, model, now + delay(random) / 3, origin, seed);
            }
            assertThat(wheel.size()).as("seed %d", seed).isEqualTo(model.size());
            checkNextDue(wheel, model, now, seed);
        }
    }

    private static long advance(
            Wheel<Item<Integer>> wheel, Map<Integer, Long> model, long now, long origin, long seed) {
        List<Integer> due = new ArrayList<>();
        wheel.advance(now, item -> due.add(item.what));
        long endOfTick = origin + (Math.floorDiv(now - origin, TICK) + 1) * TICK;
        for (int item : due) {
            Long at = model.remove(item);
            assertThat(at).as("handed over once, seed %d", seed).isNotNull();
            assertThat(at).as("at most a tick early, seed %d", seed).isLessThan(endOfTick);
        }
        assertThat(model.values()).as("nothing is a tick late, seed %d", seed).allMatch(at -> at > now - TICK);
        return now;
    }

    private static void checkNextDue(Wheel<Item<Integer>> wheel, Map<Integer, Long> model, long now, long seed) {
        long next = wheel.nextDue();
        if (model.isEmpty()) {
            assertThat(next).isEqualTo(Acquisition.NEVER);
            return;
        }
        long first = model.values().stream().mapToLong(Long::longValue).min().orElseThrow();
        assertThat(next).as("never after the first, seed %d", seed).isLessThanOrEqualTo(Math.max(first, now + TICK));
    }

    private static long delay(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt((int) TICK * 3);
            case 1 -> random.nextLong(ROUND);
            case 2 -> ROUND + random.nextLong(ROUND * 3);
            default -> random.nextInt((int) TimeUnit.MILLISECONDS.toNanos(200));
        };
    }

    @Test
    void takeAheadTakesOnlyWhatIsAcceptedAndDueByThen() {
        Wheel<Item<String>> wheel = new Wheel<>(0);
        for (String item : List.of("a1", "a2", "b1")) {
            wheel.schedule(new Item<>(item), TICK * (item.charAt(1) == '1' ? 3 : 30));
        }
        List<String> taken = new ArrayList<>();
        wheel.takeAhead(TICK * 10, item -> item.what.startsWith("a"), item -> taken.add(item.what));
        assertThat(taken).containsExactly("a1");
        assertThat(wheel.size()).isEqualTo(2);
        List<String> rest = new ArrayList<>();
        wheel.advance(TICK * 100, item -> rest.add(item.what));
        assertThat(rest).containsExactlyInAnyOrder("b1", "a2");
    }

    @Test
    void aSlotIsInTheWheelOnce() {
        Wheel<Item<String>> wheel = new Wheel<>(0);
        Item<String> slot = new Item<>("x");
        wheel.schedule(slot, TICK);
        wheel.schedule(slot, TICK * 50);
        assertThat(wheel.size()).isEqualTo(1);
        List<String> due = new ArrayList<>();
        wheel.advance(TICK * 10, item -> due.add(item.what));
        assertThat(due).isEmpty();
        wheel.remove(slot);
        wheel.remove(slot);
        assertThat(wheel.size()).isZero();
    }

    @Test
    void whatIsPastIsDueAtOnce() {
        Wheel<Item<String>> wheel = new Wheel<>(0);
        wheel.advance(TICK * 100, none -> {});
        wheel.schedule(new Item<>("late"), TICK * 5);
        assertThat(wheel.nextDue()).isLessThanOrEqualTo(TICK * 102);
        List<String> due = new ArrayList<>();
        wheel.advance(wheel.nextDue(), item -> due.add(item.what));
        assertThat(due).containsExactly("late");
    }
}
