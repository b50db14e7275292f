package dev.mortise.benchmarks.before;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Source trees of a repository: the one where the command was started, and other commits. A commit is taken out by
 * {@code git archive}, which leaves no trace in the repository.
 */
final class Checkout {

    private final Path root;
    private final Scratch scratch;
    private final String maven;

    /**
     * The repository around a folder.
     *
     * @param maven the program that builds
     */
    Checkout(Path root, Scratch scratch, String maven) {
        this.root = root;
        this.scratch = scratch;
        this.maven = maven;
    }

    /** The full name of a commit. */
    String resolve(String commit) throws InterruptedException {
        Output output = git("rev-parse", "--verify", "--quiet", "--end-of-options", commit + "^{commit}");
        if (output.exit() != 0) {
            // Git says nothing about a name that it does not know.
            throw new CannotCompareException(
                    output.text().isEmpty() ? "unknown commit '" + commit + "'" : "git: " + output.lastLine());
        }
        return output.lastLine();
    }

    /** A commit as people recognise it: its short name and its subject. */
    String describe(String commit) throws InterruptedException {
        return git("log", "-1", "--format=%h %s", commit).lastLine();
    }

    /** The present tree, likewise. */
    String describeTree() throws InterruptedException {
        String changes = git("status", "--porcelain").text().isEmpty() ? "" : ", with changes";
        return "the working tree at " + describe("HEAD") + changes;
    }

    /**
     * Builds a commit and keeps its classes.
     *
     * @param log where Maven's output goes; it stays if the build fails
     */
    Library build(String commit, Path log) throws InterruptedException {
        Path tree = scratch.subfolder("tree");
        unpack(commit, tree);
        Output output = run(
                new ProcessBuilder(maven, "-B", "-Dquick", "-pl", ":" + Library.MODULE, "-am", "process-classes")
                        .directory(tree.toFile()),
                log);
        if (output.exit() != 0) {
            throw new CannotCompareException("commit " + commit + " does not build; the log is " + log);
        }
        Library library = Library.builtIn(tree).copiedTo(scratch.subfolder("before"));
        Scratch.delete(tree);
        return library;
    }

    private void unpack(String commit, Path tree) throws InterruptedException {
        Path zip = scratch.folder().resolve("tree.zip");
        Output output = git("archive", "--format=zip", "--output=" + zip, commit);
        if (output.exit() != 0) {
            throw new CannotCompareException("git: " + output.lastLine());
        }
        try (InputStream file = Files.newInputStream(zip);
                ZipInputStream entries = new ZipInputStream(file, StandardCharsets.UTF_8)) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path target = tree.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(entries, target);
                }
            }
            Files.delete(zip);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack commit " + commit, e);
        }
    }

    /** What a program printed, and its exit code. */
    private record Output(int exit, String text) {

        String lastLine() {
            return text.substring(text.lastIndexOf('\n') + 1);
        }
    }

    private Output git(String... words) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("git").directory(root.toFile());
        builder.command().addAll(List.of(words));
        Path log = scratch.folder().resolve("git.log");
        return run(builder, log);
    }

    private Output run(ProcessBuilder builder, Path log) throws InterruptedException {
        builder.redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        try {
            int exit = scratch.start(builder).waitFor();
            return new Output(exit, Files.readString(log).strip());
        } catch (IOException e) {
            throw new CannotCompareException("cannot run " + builder.command().get(0) + ": " + e.getMessage());
        }
    }
}
