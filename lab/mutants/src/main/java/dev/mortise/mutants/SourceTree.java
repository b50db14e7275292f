package dev.mortise.mutants;

import dev.mortise.mutants.Mutant.TestName;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sources of the project: finds the files that mutants edit and the tests that they name. */
final class SourceTree {

    /** The modules whose main sources mutants may edit. */
    static final List<String> EDITED_MODULES =
            List.of("mortise-core", "mortise-redis", "mortise-jedis", "mortise-lettuce", "mortise-spring-data-redis");

    private static final Pattern JAVA_SOURCE = Pattern.compile(".*src/(?:main|test)/java/(.*)\\.java");
    private static final Pattern EXTENDS = Pattern.compile("\\bclass\\s+\\w+(?:<[^{]*?>)?\\s+extends\\s+(\\w+)");
    private static final Pattern METHOD = Pattern.compile("\\bvoid\\s+(\\w+)\\s*\\(");

    private final Path root;
    private final List<Path> edited = new ArrayList<>();
    private final List<Path> tests = new ArrayList<>();
    private final Map<String, Path> types = new HashMap<>();
    private final Map<Path, String> texts = new HashMap<>();
    private final Map<Path, JavaSource> javaSources = new HashMap<>();

    SourceTree(Path root) throws IOException {
        this.root = root;
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = String.valueOf(folder.getFileName());
                boolean skipped = !folder.equals(root)
                        && (name.startsWith(".") || name.equals("target") || name.equals("node_modules"));
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                add(root.relativize(file));
                return FileVisitResult.CONTINUE;
            }

            // A folder that another user has made and that cannot be read.
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private void add(Path file) {
        String path = slashed(file);
        if (EDITED_MODULES.stream().anyMatch(module -> path.startsWith(module + "/src/main/"))) {
            edited.add(file);
        }
        Matcher source = JAVA_SOURCE.matcher(path);
        if (source.matches()) {
            types.put(source.group(1).replace('/', '.'), file);
            if (path.contains("src/test/java/")) {
                tests.add(file);
            }
        }
    }

    private static String slashed(Path path) {
        return path.toString().replace('\\', '/');
    }

    /** The file, from the root, that has this simple name or whose path ends so. */
    Path fileNamed(String name) throws BadMutantException {
        List<Path> found =
                edited.stream().filter(path -> path.endsWith(name)).sorted().toList();
        if (found.isEmpty()) {
            throw new BadMutantException("there is no file " + name + " in the main sources of " + EDITED_MODULES);
        }
        if (found.size() > 1) {
            throw new BadMutantException(
                    "several files are named " + name + ", write a folder before the name to choose one of " + found);
        }
        return found.get(0);
    }

    /** The texts that a mutant changes, by their paths from the root. */
    Map<Path, String> apply(Mutant mutant) throws IOException, BadMutantException {
        Map<Path, String> broken = new LinkedHashMap<>();
        for (Edit edit : mutant.edits()) {
            Path file = fileNamed(edit.file());
            String before = broken.get(file);
            broken.put(file, edit.applyTo(before == null ? text(file) : before));
        }
        return broken;
    }

    /**
     * The class of a test.
     *
     * @throws BadMutantException if the module, the class or the method does not exist
     */
    TestSource test(TestName test) throws IOException, BadMutantException {
        if (!Files.exists(root.resolve(test.module()).resolve("pom.xml"))) {
            throw new BadMutantException("there is no module " + test.module());
        }
        Path folder = Path.of(test.module(), "src", "test", "java");
        List<Path> found = tests.stream()
                .filter(path -> path.startsWith(folder) && path.endsWith(test.type() + ".java"))
                .toList();
        if (found.size() != 1) {
            throw new BadMutantException(
                    "there " + (found.isEmpty() ? "is no test class " : "are several test classes ") + test.type()
                            + " in " + folder + (found.isEmpty() ? "" : ": " + found));
        }
        Path file = found.get(0);
        Set<Path> files = new LinkedHashSet<>();
        files.add(file);
        if (test.method() != null) {
            List<Path> declaring = declaring(file, Pattern.compile(test.method()));
            if (declaring.isEmpty()) {
                throw new BadMutantException("neither " + test.type()
                        + " nor a class that it extends or nests has a method " + test.method());
            }
            files.addAll(declaring);
        }
        return new TestSource(typeIn(file), files);
    }

    /** The files in which the class of a file, its nested classes or their superclasses have such a method. */
    private List<Path> declaring(Path file, Pattern method) throws IOException {
        List<Path> declaring = new ArrayList<>();
        Set<Path> seen = new LinkedHashSet<>(Set.of(file));
        List<Path> ahead = new ArrayList<>(seen);
        while (!ahead.isEmpty()) {
            Path next = ahead.remove(ahead.size() - 1);
            JavaSource source = javaSource(next);
            if (source.methods.stream().anyMatch(name -> method.matcher(name).matches())) {
                declaring.add(next);
            }
            for (Path superclass : source.superclasses) {
                if (seen.add(superclass)) {
                    ahead.add(superclass);
                }
            }
        }
        return declaring;
    }

    private JavaSource javaSource(Path file) throws IOException {
        JavaSource known = javaSources.get(file);
        if (known != null) {
            return known;
        }
        String text = text(file);
        Set<Path> superclasses = new LinkedHashSet<>();
        for (String name : groups(EXTENDS, text)) {
            Path superclass = types.get(fullName(name, file, text));
            if (superclass != null) {
                superclasses.add(superclass);
            }
        }
        JavaSource source = new JavaSource(groups(METHOD, text), superclasses);
        javaSources.put(file, source);
        return source;
    }

    private static String fullName(String name, Path file, String text) {
        List<String> imported = groups(Pattern.compile("\\bimport\\s+([\\w.]+\\." + name + ")\\s*;"), text);
        String type = typeIn(file);
        return imported.isEmpty() ? type.substring(0, type.lastIndexOf('.') + 1) + name : imported.get(0);
    }

    private static List<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    private static String typeIn(Path file) {
        return JAVA_SOURCE.matcher(slashed(file)).replaceFirst("$1").replace('/', '.');
    }

    private String text(Path file) throws IOException {
        String text = texts.get(file);
        if (text == null) {
            text = Files.readString(root.resolve(file));
            texts.put(file, text);
        }
        return text;
    }

    /**
     * Where a test is.
     *
     * @param type the full name of its class
     * @param files the file of its class and those that declare its methods
     */
    record TestSource(String type, Set<Path> files) {

        TestSource {
            files = Set.copyOf(files);
        }
    }

    /** The methods of a file, and the files of the classes that its classes extend. */
    private record JavaSource(List<String> methods, Set<Path> superclasses) {

        JavaSource {
            methods = List.copyOf(methods);
            superclasses = Set.copyOf(superclasses);
        }
    }
}
