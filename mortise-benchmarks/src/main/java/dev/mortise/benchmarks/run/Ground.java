package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.worker.SharedPage;
import dev.mortise.tck.server.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What all workers stand on: one Redis and one shared page. */
public final class Ground implements AutoCloseable {

    private final RedisServer server;
    private final Path pageFile;
    private final SharedPage page;

    private Ground(RedisServer server, Path pageFile) {
        this.server = server;
        this.pageFile = pageFile;
        this.page = SharedPage.map(pageFile);
    }

    public static Ground prepare() {
        try {
            return new Ground(RedisServer.start(), Files.createTempFile("mortise-bench", ".page"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the shared page", e);
        }
    }

    public RedisServer server() {
        return server;
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
