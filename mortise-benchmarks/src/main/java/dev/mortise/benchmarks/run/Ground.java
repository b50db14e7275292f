package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.worker.SharedPage;
import dev.mortise.tck.server.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What all workers stand on: one Redis, one shared page, and their class path. */
public final class Ground implements AutoCloseable {

    private final RedisServer server;
    private final Path pageFile;
    private final SharedPage page;

    private final @Nullable String before;

    private Ground(RedisServer server, Path pageFile, @Nullable String before) {
        this.server = server;
        this.before = before;
        this.pageFile = pageFile;
        this.page = SharedPage.map(pageFile);
    }

    public static Ground prepare() {
        return prepare(null);
    }

    /** With the class path of another commit, for {@link Entrant#MORTISE_BEFORE}. */
    public static Ground prepare(@Nullable String before) {
        try {
            return new Ground(RedisServer.start(), Files.createTempFile("mortise-bench", ".page"), before);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the shared page", e);
        }
    }

    public RedisServer server() {
        return server;
    }

    /** Whether an entrant can take part. */
    boolean has(Entrant entrant) {
        return entrant != Entrant.MORTISE_BEFORE || before != null;
    }

    String classPath(Entrant entrant) {
        return entrant == Entrant.MORTISE_BEFORE
                ? Objects.requireNonNull(before)
                : System.getProperty("java.class.path");
    }

    /** What the code on its class path calls it. */
    String nameIn(Entrant entrant) {
        return entrant == Entrant.MORTISE_BEFORE ? Entrant.MORTISE_JEDIS.name() : entrant.name();
    }

    Path pageFile() {
        return pageFile;
    }

    SharedPage page() {
        return page;
    }

    @Override
    public void close() {
        server.close();
        try {
            Files.deleteIfExists(pageFile);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete the shared page", e);
        }
    }
}
