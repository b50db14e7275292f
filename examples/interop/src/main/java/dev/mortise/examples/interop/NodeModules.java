package dev.mortise.examples.interop;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The peer's program and what it needs from npm, in a folder of their own. */
final class NodeModules {

    private static final long INSTALL_MINUTES = 5;

    private final Path folder;

    private NodeModules(Path folder) {
        this.folder = folder;
    }

    /**
     * Installs what is not there yet.
     *
     * @throws CannotRunException when node or npm are missing, or npm fails
     */
    static NodeModules in(Path folder) {
        require("node");
        require("npm");
        NodeModules modules = new NodeModules(folder);
        try {
            Files.createDirectories(folder);
            modules.write("peer.mjs");
            if (modules.write("package.json") || !Files.isDirectory(folder.resolve("node_modules/redlock"))) {
                modules.install();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return modules;
    }

    Path program() {
        return folder.resolve("peer.mjs");
    }

    private void install() throws IOException {
        Path log = folder.resolve("npm.log");
        Process npm = new ProcessBuilder("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended;
        try {
            npm.getOutputStream().close();
            ended = npm.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ended = false;
        } finally {
            npm.destroy();
        }
        if (!ended || npm.exitValue() != 0) {
            Files.delete(folder.resolve("package.json")); // so that the next run tries again
            throw new CannotRunException("npm could not install redlock and ioredis: the log is " + log);
        }
    }

    /** Whether the file is new or other than it was. */
    private boolean write(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(NodeModules.class.getResourceAsStream(name), name)) {
            byte[] wanted = in.readAllBytes();
            Path file = folder.resolve(name);
            if (Files.exists(file) && Files.readString(file).equals(new String(wanted, StandardCharsets.UTF_8))) {
                return false;
            }
            Files.write(file, wanted);
            return true;
        }
    }

    private static void require(String program) {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        boolean found = List.of(path.split(File.pathSeparator, -1)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
        if (!found) {
            throw new CannotRunException("no " + program + " on the PATH: install Node.js, 18 or later, with npm");
        }
    }
}
