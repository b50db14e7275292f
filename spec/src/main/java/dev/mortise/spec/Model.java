package dev.mortise.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs the TLC model checker on every configuration of {@code spec/}: each says in its second line what is to be expected,
 * no error, or that a broken variant is caught. Arguments are the names of configurations; all by default.
 */
public final class Model {

    private static final String HELP = """
            ./mortise model [--workers N] [NAME...]
            Checks spec/Quorum.tla with TLC under each configuration spec/NAME.cfg; all of them by default.
            The broken-... ones must be caught, the others must hold in every state they can reach.""";
    private static final Pattern EXPECT = Pattern.compile("(?m)^\\\\\\* Expect (.*)$");
    private static final Pattern VIOLATED = Pattern.compile("Invariant (\\w+) is violated");
    private static final Pattern STATES = Pattern.compile("(\\d+) states generated, (\\d+) distinct states found");
    private static final Pattern DEPTH = Pattern.compile("depth of the complete state graph search is (\\d+)");
    private static final String NO_ERROR = "no error";

    private final Path folder;
    private final Path scratch;
    private int workers = Runtime.getRuntime().availableProcessors();

    private Model(Path folder, Path scratch) {
        this.folder = folder;
        this.scratch = scratch;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path root = Path.of(System.getProperty("mortise.root", "."));
        Model model = new Model(root.resolve("spec"), Files.createTempDirectory("mortise-model"));
        try {
            System.exit(model.run(List.of(args)) ? 0 : 1);
        } finally {
            delete(model.scratch);
        }
    }

    private boolean run(List<String> args) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < args.size(); i++) {
            switch (args.get(i)) {
                case "--help", "-h" -> {
                    System.out.println(HELP);
                    return true;
                }
                case "--workers" -> workers = Integer.parseInt(args.get(++i));
                default -> names.add(args.get(i));
            }
        }
        if (names.isEmpty()) {
            names.addAll(all());
        }
        System.out.printf("%-26s %-12s %14s %6s %7s%n", "configuration", "found", "distinct", "depth", "time");
        boolean good = true;
        for (String name : names) {
            good &= check(name);
        }
        System.out.println(good ? "All as expected." : "NOT as expected: see above.");
        return good;
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
            throw new IllegalArgumentException(config + " does not say what to expect");
        }
        Path log = scratch.resolve(name + ".log");
        long began = System.nanoTime();
        Process checker = checker(name, config, log);
        checker.waitFor();
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
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
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
