package dev.mortise.benchmarks.stress;

import dev.mortise.tck.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** The processes: those that run, and those that were killed. Of one thread. */
final class Squad implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String uri;
    private final long seed;
    private final int threads;
    private final Consumer<String> wrong;
    private final List<Member> living = new ArrayList<>();
    private final List<Member> all = new ArrayList<>();

    Squad(String uri, long seed, int size, int threads, Consumer<String> wrong) {
        this.uri = uri;
        this.seed = seed;
        this.threads = threads;
        this.wrong = wrong;
        for (int i = 0; i < size; i++) {
            start();
        }
    }

    /** Kills one with -9 and starts another in its place. */
    void replaceOne(Random random) {
        living.remove(random.nextInt(living.size())).kill();
        start();
    }

    /** Lets everybody end what it does, and close its nodes. */
    void end() {
        living.forEach(Member::tellToEnd);
        try {
            Eventually.within(
                    PATIENCE,
                    "all processes end when told",
                    () -> living.stream().allMatch(Member::isSilent));
        } catch (AssertionError e) {
            wrong.accept(String.valueOf(e.getMessage()).strip());
            living.forEach(Member::kill);
        }
    }

    /** All there ever were, by their numbers, from 1. */
    List<Member> all() {
        return List.copyOf(all);
    }

    Counts counts() {
        Counts sum = new Counts();
        all.forEach(member -> sum.addAll(member.counts()));
        return sum;
    }

    @Override
    public void close() {
        all.forEach(Member::close);
    }

    private void start() {
        Member member = new Member(all.size() + 1, uri, seed, threads, wrong);
        living.add(member);
        all.add(member);
    }
}
