package dev.mortise.benchmarks.soak;

import dev.mortise.tck.Eventually;
import dev.mortise.tck.Heap;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What there is while nobody does anything.
 *
 * @param heapBytes in use after full collections
 * @param threads of this JVM
 * @param files open file descriptors, or -1 where they cannot be counted; a jar is not counted, as a class may be loaded late
 * @param clients connections at the server
 * @param tokens token counters in Redis
 */
record Sample(long heapBytes, int threads, long files, int clients, long tokens) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Token counters; other keys but labels of nodes; keys without TTL. */
    private static final String COUNT = """
            local tokens, others, endless = 0, 0, 0
            for _, key in ipairs(redis.call('KEYS', '*')) do
              if key:match(':token$') then
                tokens = tokens + 1
              elseif not key:match(':node:') then
                others = others + 1
              end
              if redis.call('PTTL', key) == -1 then
                endless = endless + 1
              end
            end
            return {tokens, others, endless}""";

    /**
     * Waits until only token counters are left in Redis, and threads on demand have ended.
     *
     * @param afterwards what nodes do next once the collector has been
     */
    static Sample take(RedisServer server, Runnable afterwards) {
        SafetyViolation.checked(() -> {
            Eventually.within(PATIENCE, "threads on demand end", Sample::onlyLastingThreads);
            Eventually.within(PATIENCE, "only token counters with a TTL stay in Redis", () -> {
                List<Long> counts = count(server);
                return counts.get(1) == 0 && counts.get(2) == 0;
            });
        });
        for (int i = 0; i < 2; i++) {
            Heap.live();
            afterwards.run();
        }
        return new Sample(
                Heap.live(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                openFiles(),
                Integer.parseInt(Objects.requireNonNull(server.info("clients").get("connected_clients"))),
                count(server).get(0));
    }

    /** Whether there are more threads, file descriptors or connections than at first. */
    boolean hasMoreThan(Sample first) {
        return threads > first.threads || files > first.files || clients > first.clients;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "heap %6.2f MB, %d threads, %d files, %d connections, %d token counters in Redis",
                heapBytes / 1e6,
                threads,
                files,
                clients,
                tokens);
    }

    private static List<Long> count(RedisServer server) {
        List<?> counts = (List<?>) Objects.requireNonNull(server.command("EVAL", COUNT, "0"));
        return counts.stream().map(Long.class::cast).toList();
    }

    private static boolean onlyLastingThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .noneMatch(name -> name.startsWith("mortise-async") || name.startsWith("mortise-events"));
    }

    private static long openFiles() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(file -> !isJar(file)).count();
        } catch (IOException notLinux) {
            return -1;
        }
    }

    private static boolean isJar(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().endsWith(".jar");
        } catch (IOException closed) {
            return true;
        }
    }
}
