package dev.mortise.spec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the TLC model checker on every configuration of {@code spec/}: each says in its second line what is to be expected,
 * no error, or that a broken variant is caught. {@code ./dev model} starts it.
 */
public final class Model {

    private static final Pattern EXPECT = Pattern.compile("(?m)^\\\\\\* Expect (.*)$");
    private static final Pattern VIOLATED = Pattern.compile("Invariant (\\w+) is violated");
    private static final Pattern STATES = Pattern.compile("(\\d+) states generated, (\\d+) distinct states found");
    private static final Pattern DEPTH = Pattern.compile("depth of the complete state graph search is (\\d+)");
    private static final int FAILED = 1;
    private static final int MISUSED = 2;
    private static final int COULD_NOT_RUN = 3;
    private static final String NO_ERROR = "no error";
    private static final String TRACE = "MORTISE_TRACE";

    private final Path folder;
    private final Path scratch;
    private int workers = Runtime.getRuntime().availableProcessors();
    private volatile @Nullable Process running;
    private volatile boolean stopped;

    private Model(Path folder, Path scratch) {
        this.folder = folder;
        this.scratch = scratch;
    }

    public static void main(String[] args) {
        System.exit(run(List.of(args)));
    }

    /** Returns the exit code. An error is one line without a stack trace, unless {@code MORTISE_TRACE} is set. */
    private static int run(List<String> args) {
        try {
            if (args.contains("--help") || args.contains("-h")) {
                System.out.print(help());
                return 0;
            }
            Path folder = Path.of(System.getProperty("mortise.root", ".")).resolve("spec");
            Model model = new Model(folder, Files.createTempDirectory("mortise-model"));
            Runtime.getRuntime().addShutdownHook(new Thread(model::end));
            return model.checkAll(args) ? 0 : FAILED;
        } catch (IllegalArgumentException e) {
            System.err.println("dev model: " + e.getMessage() + "; see ./dev model --help");
            return MISUSED;
        } catch (IOException | RuntimeException e) {
            return couldNotRun(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return COULD_NOT_RUN;
        }
    }

    private static int couldNotRun(Exception failure) {
        boolean traced = System.getenv(TRACE) != null;
        String text = failure.toString().replaceAll("\\s*\\R\\s*", " ");
        String hint = traced ? "" : " (" + TRACE + "=1 prints the stack trace)";
        System.err.println("dev model: could not run: " + text + hint);
        if (traced) {
            failure.printStackTrace(System.err);
        }
        return COULD_NOT_RUN;
    }

    private static String help() throws IOException {
        try (InputStream in = Objects.requireNonNull(Model.class.getResourceAsStream("help.txt"), "help.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Stops the checker and deletes its files, when this JVM ends. */
    private void end() {
        stopped = true;
        Process process = running;
        try {
            if (process != null) {
                process.destroyForcibly().waitFor();
            }
            delete(scratch);
        } catch (IOException | UncheckedIOException | InterruptedException e) {
            System.err.println("dev model: could not delete " + scratch + ": " + e.getMessage());
        }
    }

    private boolean checkAll(List<String> args) throws IOException, InterruptedException {
        List<String> names = names(args);
        System.out.printf("%-26s %-12s %14s %6s %7s%n", "configuration", "found", "distinct", "depth", "time");
        boolean good = true;
        for (String name : names) {
            good &= check(name);
        }
        System.out.println(good ? "All as expected." : "NOT as expected: see above.");
        return good;
    }

    /** Reads the command line; all configurations if it names none. */
    private List<String> names(List<String> args) throws IOException {
        List<String> known = all();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < args.size(); i++) {
            String word = args.get(i);
            if (word.equals("--workers")) {
                String count = ++i < args.size() ? args.get(i) : "";
                if (!count.matches("[1-9]\\d{0,2}")) {
                    throw new IllegalArgumentException("--workers takes a whole number above 0");
                }
                workers = Integer.parseInt(count);
            } else if (known.contains(word)) {
                names.add(word);
            } else {
                throw new IllegalArgumentException(
                        "unknown configuration '" + word + "': choose from " + String.join(", ", known));
            }
        }
        return names.isEmpty() ? known : names;
    }

    private List<String> all() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".cfg"))
                    .map(file -> file.substring(0, file.length() - ".cfg".length()))
                    .sorted()
                    .toList();
        }
    }

    private boolean check(String name) throws IOException, InterruptedException {
        Path config = folder.resolve(name + ".cfg");
        Matcher expect = EXPECT.matcher(Files.readString(config));
        if (!expect.find()) {
            throw new IllegalStateException(config + " does not say what to expect");
        }
        Path log = scratch.resolve(name + ".log");
        long began = System.nanoTime();
        Process checker = checker(name, config, log);
        checker.waitFor();
        if (stopped) {
            throw new InterruptedException("stopped");
        }
        String output = Files.readString(log);
        Matcher violated = VIOLATED.matcher(output);
        String found =
                violated.find() ? violated.group(1) : output.contains("No error has been found") ? NO_ERROR : "failed";
        boolean good = found.equals(expect.group(1).strip());
        System.out.printf(
                "%-26s %-12s %14s %6s %5d s%s%n",
                name,
                found,
                last(STATES, output, 2),
                last(DEPTH, output, 1),
                (System.nanoTime() - began) / 1_000_000_000L,
                good ? "" : "   expected: " + expect.group(1));
        if (!good) {
            System.out.println(output);
        }
        return good;
    }

    private Process checker(String name, Path config, Path log) throws IOException {
        Path own = Files.createDirectories(scratch.resolve(name));
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseParallelGC",
                "-Xmx2g",
                "-Djava.io.tmpdir=" + own,
                "-cp",
                System.getProperty("java.class.path"),
                "tlc2.TLC",
                "-workers",
                Integer.toString(workers),
                "-metadir",
                own.resolve("states").toString(),
                "-config",
                config.toString(),
                folder.resolve("Quorum.tla").toString());
        Process process = new ProcessBuilder(command)
                .directory(own.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        running = process;
        if (stopped) {
            process.destroyForcibly();
        }
        return process;
    }

    private static String last(Pattern pattern, String text, int group) {
        Matcher matcher = pattern.matcher(text);
        String found = "-";
        while (matcher.find()) {
            found = matcher.group(group);
        }
        return found;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
