package dev.mortise.tck.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.redis.Driver;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a subscriber was told, in order: {@code subscribed <channel>}, {@code interrupted}, {@code <channel> <message>}. */
public final class Heard implements Driver.Subscriber {

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    /** Nothing yet. */
    public Heard() {}

    /** Waits for the next, which must be this. */
    public void expect(String what) throws InterruptedException {
        assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo(what);
    }

    /** Waits for as many, which must be these in any order. */
    public void expectAll(String... what) throws InterruptedException {
        Set<String> heard = new HashSet<>();
        for (int i = 0; i < what.length; i++) {
            heard.add(told.poll(30, TimeUnit.SECONDS));
        }
        assertThat(heard).containsExactlyInAnyOrder(what);
    }

    /** Waits for this, and passes over what comes before it. */
    public void expectLater(String what) throws InterruptedException {
        String next;
        do {
            next = told.poll(30, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
        } while (!what.equals(next));
    }

    @Override
    public void subscribed(String channel) {
        told.add("subscribed " + channel);
    }

    @Override
    public void interrupted() {
        told.add("interrupted");
    }

    @Override
    public void message(String channel, byte[] payload) {
        told.add(channel + " " + new String(payload, StandardCharsets.UTF_8));
    }
}
