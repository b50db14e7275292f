package dev.mortise.architecture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds the files of the source tree that contain prose, and reads the prose. */
final class ProseFiles {

    /** The hidden folders that belong to the project. */
    private static final Set<String> HIDDEN_SOURCES = Set.of(".ci", ".github");

    private static final Set<String> OUTPUTS = Set.of("target", "node_modules");

    private ProseFiles() {}

    /** Returns the paragraphs of each file below the root, by the path from there. */
    static SortedMap<String, List<Passage>> below(Path root) throws IOException {
        SortedMap<String, List<Passage>> prose = new TreeMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return folder.equals(root)
                                || isSourceFolder(folder.getFileName().toString())
                        ? FileVisitResult.CONTINUE
                        : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String path = root.relativize(file).toString().replace('\\', '/');
                if (attributes.isRegularFile() && mayHaveProse(path)) {
                    List<Passage> paragraphs = new ArrayList<>();
                    passages(path, text(file).replace("\r\n", "\n"))
                            .forEach(passage -> paragraphs.addAll(passage.paragraphs()));
                    prose.put(path, paragraphs);
                }
                return FileVisitResult.CONTINUE;
            }

            // A folder that another user has made and that cannot be read.
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        });
        return prose;
    }

    /** The text of a file. One without an extension may be anything, such as a core dump. */
    private static String text(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            if (file.getFileName().toString().indexOf('.') < 0) {
                return "";
            }
            throw new IOException(file + " is not UTF-8", notText);
        }
    }

    private static boolean isSourceFolder(String name) {
        return !OUTPUTS.contains(name) && (!name.startsWith(".") || HIDDEN_SOURCES.contains(name));
    }

    /** Whether the path can be that of a document, a source, a help text or a script. A script may have no extension. */
    private static boolean mayHaveProse(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.endsWith(".java")
                || name.endsWith(".lua")
                || name.endsWith(".sh")
                || name.endsWith(".md") && !name.endsWith(".zh-CN.md")
                || name.endsWith(".txt") && path.contains("/src/main/")
                || name.indexOf('.') < 0;
    }

    /** Returns the prose of a file with that path and that content. */
    static List<Passage> passages(String path, String content) {
        if (path.endsWith(".java")) {
            return JavaProse.passages(content);
        }
        if (path.endsWith(".lua")) {
            return ScriptProse.ofLua(content);
        }
        if (path.endsWith(".md")) {
            return List.of(new Passage(1, ProseMarkup.ofMarkdown(content)));
        }
        if (path.endsWith(".txt")) {
            return List.of(new Passage(1, ProseMarkup.ofText(content)));
        }
        return path.endsWith(".sh") || isShellScript(content) ? ScriptProse.ofShell(content) : List.of();
    }

    private static boolean isShellScript(String content) {
        return content.startsWith("#!")
                && content.lines().findFirst().orElse("").endsWith("sh");
    }
}
