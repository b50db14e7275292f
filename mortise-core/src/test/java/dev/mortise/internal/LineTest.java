package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineTest {

    @Test
    void behavesAsAQueueDoes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Line<Integer> line = new Line<>();
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        for (int i = 0; i < 10_000; i++) {
            Integer one = random.nextInt(6);
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    if (!queue.contains(one)) {
                        line.add(one);
                        queue.add(one);
                    }
                }
                case 2 -> {
                    line.remove(one);
                    queue.remove(one);
                }
                default -> {
                    line.removeIf(other -> other > one);
                    queue.removeIf(other -> other > one);
                }
            }
            assertThat(contents(line)).as("seed %d, step %d", seed, i).containsExactlyElementsOf(queue);
            assertThat(line.peek()).isEqualTo(queue.peek());
            assertThat(line.size()).isEqualTo(queue.size());
            assertThat(line.isEmpty()).isEqualTo(queue.isEmpty());
        }
    }

    private static List<Integer> contents(Line<Integer> line) {
        List<Integer> all = new ArrayList<>();
        line.forEach(all::add);
        return all;
    }
}
