package dev.mortise.mutants;

import dev.mortise.mutants.Mutant.TestName;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the source tree that is built once. Broken code is compiled into a folder of its own, which a test finds before
 * the classes of the copy, so the copy stays as it is. Only the edited files are compiled: other classes do not see a changed
 * constant.
 */
final class ScratchCopy implements AutoCloseable {

    /** A test that takes longer on broken code hangs. If it is slow on unbroken code, it has three times as long as there. */
    private static final long BROKEN_LIMIT_SECONDS = 60;

    /** A test that takes longer on unbroken code fails. A correct test may be slow on a busy machine. */
    private static final long UNBROKEN_LIMIT_SECONDS = 300;

    /** The time that a JVM which is stopped has to stop its servers. */
    private static final long GRACE_SECONDS = 10;

    /** The exit code of a process that was stopped after its limit. */
    private static final int HUNG = -1;

    private static final int SHOWN_LINES = 30;

    /** As Surefire starts its JVMs: they live for seconds. In English, because the counts in the output are read. */
    private static final List<String> JVM_OPTIONS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Duser.language=en");

    private static final Pattern NOTHING_TESTED =
            Pattern.compile("\\[ *[1-9][0-9]* (?:containers|tests) aborted|\\[ *0 tests successful");
    private static final Pattern MISMATCH = Pattern.compile(
            "java\\.lang\\.(?:NoSuchMethod|NoSuchField|IllegalAccess|AbstractMethod|IncompatibleClassChange|Verify)Error");

    private final Path folder;
    private final Path tree;
    private final Path log;
    private final Map<TestName, Long> unbrokenSeconds = new HashMap<>();
    private volatile @Nullable Process running;
    private volatile boolean closed;

    /** Held while files are written or deleted, so that the shutdown hook leaves nothing behind. */
    private final Lock files = new ReentrantLock();

    /** Copies all but build results and the repository. */
    ScratchCopy(Path root) throws IOException {
        folder = Files.createTempDirectory("mortise-mutants");
        tree = folder.resolve("tree");
        log = folder.resolve("log");
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        files.lock();
        try {
            copy(root);
        } finally {
            files.unlock();
        }
    }

    private void copy(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes attributes) throws IOException {
                if ((!from.equals(root) && from.endsWith("target")) || from.equals(root.resolve(".git"))) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(tree.resolve(root.relativize(from)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path from, BasicFileAttributes attributes) throws IOException {
                if (!from.equals(root.resolve(".git"))) {
                    Files.copy(
                            from,
                            tree.resolve(root.relativize(from)),
                            StandardCopyOption.COPY_ATTRIBUTES,
                            LinkOption.NOFOLLOW_LINKS);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    Path tree() {
        return tree;
    }

    /** Compiles modules and their tests, without the static checks. */
    void build(Collection<String> modules) throws IOException {
        List<String> maven =
                List.of("mvn", "-q", "-B", "-ntp", "-Dquick", "-pl", String.join(",", modules), "-am", "test-compile");
        int code = run(tree, maven, Long.MAX_VALUE);
        if (code != 0) {
            throw new IOException("the scratch copy does not build:\n" + lastLines());
        }
    }

    /** The end of what the last process has printed. */
    String lastLines() throws IOException {
        List<String> lines = output().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    }

    /** Tests may print what is not text. */
    private String output() throws IOException {
        return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    }

    /**
     * Compiles broken sources, and copies broken resources, for {@link #test}.
     *
     * @param texts by their paths from the root
     * @throws BadMutantException if they do not compile
     */
    void breakCode(Map<Path, String> texts, String module) throws IOException, BadMutantException {
        files.lock();
        try {
            requireOpen();
            compile(write(texts), module);
        } finally {
            files.unlock();
        }
    }

    /** Returns the sources among the files that it writes. */
    private List<File> write(Map<Path, String> texts) throws IOException {
        delete(broken());
        Files.createDirectories(broken());
        List<File> sources = new ArrayList<>();
        for (Map.Entry<Path, String> each : texts.entrySet()) {
            Path file = each.getKey();
            Path resource = resourcePath(file);
            Path to = resource == null ? folder.resolve("broken-sources").resolve(file) : broken().resolve(resource);
            Files.createDirectories(to.resolveSibling("."));
            Files.writeString(to, each.getValue());
            if (resource == null) {
                sources.add(to.toFile());
            }
        }
        return sources;
    }

    /** Where a resource stands in its jar, or null for a source. */
    private static @Nullable Path resourcePath(Path file) {
        for (int i = 0; i < file.getNameCount() - 1; i++) {
            if (file.subpath(0, i + 1).endsWith(Path.of("src", "main", "resources"))) {
                return file.subpath(i + 1, file.getNameCount());
            }
        }
        return null;
    }

    private void compile(List<File> sources, String module) throws IOException, BadMutantException {
        if (sources.isEmpty()) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException("this JVM has no compiler: use a JDK");
        }
        List<String> options = List.of(
                "-nowarn",
                "-proc:none",
                "-implicit:none",
                "-parameters",
                "-cp",
                classPath(module),
                "-d",
                broken().toString());
        DiagnosticCollector<JavaFileObject> findings = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(findings, null, StandardCharsets.UTF_8)) {
            Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromFiles(sources);
            if (!compiler.getTask(new StringWriter(), manager, findings, options, null, units)
                    .call()) {
                String first = findings.getDiagnostics().stream()
                        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                        .flatMap(each -> each.toString().lines().limit(1))
                        .findFirst()
                        .orElse("");
                throw new BadMutantException("does not compile: " + first.replaceFirst(".*[/\\\\]", ""));
            }
        }
    }

    /** Runs a test in a JVM of its own, on the broken code or on the code as it is. */
    Verdict test(TestName test, String type, boolean isBroken) throws IOException {
        String classes = (isBroken ? broken() + File.pathSeparator : "") + classPath(test.module());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_OPTIONS);
        command.addAll(List.of("-cp", classes + File.pathSeparator + ownClassPath()));
        command.addAll(List.of("org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner"));
        command.addAll(List.of("--disable-ansi-colors", "--details=summary", "--fail-if-no-tests"));
        command.addAll(List.of("--select-class", type));
        if (test.method() != null) {
            command.addAll(List.of("--include-methodname", ".*#(" + test.method() + ")"));
        }
        long limitSeconds = isBroken
                ? Math.max(BROKEN_LIMIT_SECONDS, 3 * unbrokenSeconds.getOrDefault(test, 0L))
                : UNBROKEN_LIMIT_SECONDS;
        long began = System.nanoTime();
        int code = run(tree.resolve(test.module()), command, limitSeconds);
        if (!isBroken) {
            unbrokenSeconds.put(test, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began));
        }
        String output = output();
        return switch (code) {
            case 0 -> NOTHING_TESTED.matcher(output).find() ? Verdict.CANNOT_RUN : Verdict.PASSED;
            case 1 -> MISMATCH.matcher(output).find() ? Verdict.MISMATCHED : Verdict.FAILED;
            case HUNG -> Verdict.HUNG;
            default -> Verdict.NO_TEST;
        };
    }

    /** How the run of a test ended. */
    enum Verdict {
        PASSED,
        FAILED,
        HUNG,
        /** Its assumptions do not hold on this machine. */
        CANNOT_RUN,
        /** Other classes must be compiled with the edited ones. */
        MISMATCHED,
        /** The console found no test, or could not run it. */
        NO_TEST
    }

    private int run(Path in, List<String> command, long limitSeconds) throws IOException {
        requireOpen();
        Process process = new ProcessBuilder(command)
                .directory(in.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        running = process;
        try {
            process.getOutputStream().close();
            boolean ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
            requireOpen();
            if (ended) {
                return process.exitValue();
            }
            stop(process);
            return HUNG;
        } catch (InterruptedException e) {
            stop(process);
            throw new IOException("interrupted", e);
        } finally {
            running = null;
        }
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("stopped");
        }
    }

    /** Stops a process and those that it started. */
    private static void stop(Process process) {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
        started.forEach(ProcessHandle::destroyForcibly);
    }

    private Path broken() {
        return folder.resolve("broken");
    }

    private String classPath(String module) throws IOException {
        Path built = tree.resolve(module).resolve("target").resolve("quick");
        return String.join(
                File.pathSeparator,
                built.resolve("test-classes").toString(),
                built.resolve("classes").toString(),
                Files.readString(built.resolve("test-classpath")).strip());
    }

    /** The class path of this program, which has the console of JUnit. */
    private static String ownClassPath() {
        return System.getProperty("java.class.path", "");
    }

    /** Stops what still runs, and deletes the copy. */
    @Override
    public void close() {
        closed = true;
        Process process = running;
        if (process != null) {
            stop(process);
        }
        files.lock();
        try {
            delete(folder);
        } catch (IOException | UncheckedIOException e) {
            System.err.println("mutants: could not delete " + folder + ": " + e.getMessage());
        } finally {
            files.unlock();
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> inside;
        try (Stream<Path> files = Files.walk(folder)) {
            inside = files.sorted(Comparator.reverseOrder()).toList();
        } catch (NoSuchFileException e) {
            return;
        }
        for (Path file : inside) {
            Files.deleteIfExists(file);
        }
    }
}
