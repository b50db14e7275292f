package dev.mortise.benchmarks.before;

import dev.mortise.benchmarks.worker.SharedPage;
import dev.mortise.tck.server.RedisServer;
import java.nio.file.Path;

/** What all processes of a run share: the server and the page on which exclusion is checked. */
final class Arena implements AutoCloseable {

    private final RedisServer server;
    private final Scratch scratch;
    private final Path pageFile;
    private final SharedPage page;

    Arena(RedisServer server, Scratch scratch) {
        this.server = server;
        this.scratch = scratch;
        this.pageFile = scratch.folder().resolve("page");
        this.page = SharedPage.map(pageFile);
    }

    RedisServer server() {
        return server;
    }

    Scratch scratch() {
        return scratch;
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
    }
}
