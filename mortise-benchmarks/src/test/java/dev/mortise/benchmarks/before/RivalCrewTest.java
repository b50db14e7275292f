package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mortise.benchmarks.run.ViolationException;
import dev.mortise.benchmarks.run.WorkerFailedException;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers that are compiled by the test, in real processes. */
@Timeout(240)
@Tag("servers")
class RivalCrewTest {

    private static final String NO_LOCK = """
            package dev.mortise;

            public final class Mortise implements AutoCloseable {
                public static Mortise connect(String uri) {
                    if (uri.isEmpty()) {
                        throw new IllegalArgumentException("no address");
                    }
                    return new Mortise();
                }

                public java.util.concurrent.locks.Lock lock(String name) {
                    return new java.util.concurrent.locks.Lock() {
                        public void lock() {}

                        public void lockInterruptibly() {}

                        public boolean tryLock() {
                            return true;
                        }

                        public boolean tryLock(long time, java.util.concurrent.TimeUnit unit) {
                            return true;
                        }

                        public void unlock() {
                            %s
                        }

                        public java.util.concurrent.locks.Condition newCondition() {
                            return null;
                        }
                    };
                }

                public java.util.concurrent.locks.Lock fairLock(String name) {
                    return lock(name);
                }

                public void close() {}
            }
            """;

    @TempDir
    Path folder;

    private final Scratch scratch = Scratch.open();
    private Arena arena;

    @BeforeEach
    void open() {
        arena = new Arena(RedisServer.start(), scratch);
    }

    @AfterEach
    void close() {
        arena.close();
        scratch.close();
    }

    @Test
    void theWorkerRunsEveryWorkloadOfThePresentLibrary() throws InterruptedException {
        try (RivalCrew crew = crew(present(), 4)) {
            for (Workload workload : Workload.values()) {
                Stint stint = run(crew, workload);

                assertThat(stint.all()).as(workload.title()).isEqualTo(3L * threads(workload));
                assertThat(stint.inTime()).isEqualTo(stint.all());
                assertThat(stint.bytes()).isPositive();
                assertThat(stint.waits().values().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                        .isEqualTo(stint.all());
            }
        }
        SafetyViolation.checked(() -> assertThat(arena.server().keys())
                .as("locks that are still held")
                .noneMatch(key -> key.endsWith(":one}")));
    }

    @Test
    void timeEndsAWorkloadAndCountersAreThoseOfAPair() throws InterruptedException {
        try (RivalCrew crew = crew(present(), 1)) {
            assertThat(new Meter.Clock(50, 100).measure(crew, Workload.HOT).get(Figure.RATE))
                    .isPositive();

            Map<Figure, Double> counters = new Meter.Counters(arena, 50).measure(crew, Workload.SOLO);

            assertThat(counters.get(Figure.SCRIPTS)).isCloseTo(2, within(0.05));
            assertThat(counters.get(Figure.COMMANDS)).isCloseTo(9, within(0.5));
            assertThat(counters.get(Figure.BYTES)).isBetween(100.0, 100_000.0);
        }
    }

    @Test
    void aLockThatDoesNotExcludeIsAViolation() throws IOException {
        try (RivalCrew crew = crew(library(NO_LOCK.formatted("")), 1)) {
            assertThatThrownBy(() -> crew.run(Workload.HOT, 60_000, 300_000))
                    .isInstanceOf(ViolationException.class)
                    .hasMessageContaining("16 threads, one lock");
        }
    }

    @Test
    void aWorkerThatFailsIsNamedWithWhatItSaid() throws IOException {
        String broken = NO_LOCK.formatted("throw new IllegalStateException(\"not today\");");
        try (RivalCrew crew = crew(library(broken), 1)) {
            assertThatThrownBy(() -> crew.run(Workload.SOLO, 60_000, 1))
                    .isInstanceOf(WorkerFailedException.class)
                    .hasMessageContaining("after 1")
                    .hasMessageContaining("not today");
        }
    }

    @Test
    void aLibraryWithoutTheApiIsExplainedInOneLine() throws IOException {
        Library empty = new Library(List.of(Files.createDirectories(folder.resolve("empty"))));

        assertThatThrownBy(() -> WorkerCompiler.compile("abc", empty, folder))
                .isInstanceOf(CannotCompareException.class)
                .hasMessageStartingWith("the worker does not compile against abc: ")
                .hasMessageNotContaining("\n");
    }

    /** What the worker finds wrong with a lock of Mortise fails the build. */
    private static Stint run(RivalCrew crew, Workload workload) throws InterruptedException {
        try {
            return crew.run(workload, 60_000, 3);
        } catch (ViolationException e) {
            throw new SafetyViolation(String.valueOf(e.getMessage()), e);
        }
    }

    private RivalCrew crew(Library library, int processes) {
        Library compiled = WorkerCompiler.compile("it", library, scratch.subfolder("worker"));
        return new RivalCrew(Rival.AFTER, compiled, arena, processes);
    }

    private static Library present() {
        String classPath = System.getProperty("java.class.path");
        return new Library(Arrays.stream(classPath.split(File.pathSeparator, -1))
                .filter(entry -> !entry.contains("lettuce"))
                .map(Path::of)
                .toList());
    }

    /** A library that consists of one class. */
    private Library library(String source) throws IOException {
        Path file = Files.createDirectories(folder.resolve("source")).resolve("Mortise.java");
        Files.writeString(file, source);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", classes.toString(), file.toString());
        assertThat(failed).isZero();
        return new Library(List.of(classes));
    }

    private static int threads(Workload workload) {
        return workload.processes() * Integer.parseInt(workload.order(0, 0).split(" ", -1)[2]);
    }
}
