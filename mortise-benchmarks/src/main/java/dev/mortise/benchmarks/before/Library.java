package dev.mortise.benchmarks.before;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Mortise with its Jedis driver as one commit has built it: its class path. */
record Library(List<Path> classPath) {

    /** The driver that the workers connect with, and the module that a commit must have. */
    static final String MODULE = "mortise-jedis";

    private static final Path BUILT = Path.of(MODULE, "target", "quick");
    private static final int DEPTH = 3;

    Library {
        classPath = List.copyOf(classPath);
    }

    /** Finds what {@code mvn -Dquick} has built in a source tree, wherever the tree keeps the module. */
    static Library builtIn(Path tree) {
        try (Stream<Path> folders = Files.find(tree, DEPTH, (path, attributes) -> isBuilt(path))) {
            // A tree can contain other trees: the module nearest to the root is its own.
            Path built = folders.min(Comparator.comparingInt(Path::getNameCount))
                    .orElseThrow(() -> new CannotCompareException(
                            "nothing is built in " + tree.resolve(BUILT) + ": is the commit older than -Dquick?"))
                    .resolve("target")
                    .resolve("quick");
            List<Path> classPath = new ArrayList<>(List.of(built.resolve("classes")));
            for (String entry :
                    Files.readString(built.resolve("classpath")).strip().split(File.pathSeparator, -1)) {
                classPath.add(Path.of(entry));
            }
            return new Library(classPath);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + tree, e);
        }
    }

    private static boolean isBuilt(Path path) {
        return path.endsWith(MODULE)
                && Files.exists(path.resolve("target").resolve("quick").resolve("classpath"));
    }

    /** The same library with copies of the folders of its class path, so that no later build changes them. */
    Library copiedTo(Path folder) {
        List<Path> copies = new ArrayList<>();
        for (Path entry : classPath) {
            copies.add(Files.isDirectory(entry) ? copy(entry, folder.resolve(Integer.toString(copies.size()))) : entry);
        }
        return new Library(copies);
    }

    private static Path copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy " + from, e);
        }
    }

    /** The same library with the classes of a folder in front. */
    Library with(Path classes) {
        List<Path> more = new ArrayList<>(List.of(classes));
        more.addAll(classPath);
        return new Library(more);
    }

    /** As the options of {@code java} and {@code javac} have it. */
    String option() {
        return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
