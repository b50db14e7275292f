package dev.mortise.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProseFilesTest {

    @TempDir
    private Path root;

    @Test
    void sourcesDocumentsScriptsAndHelpTextsAreRead() throws IOException {
        write("module/src/main/java/A.java", "// A class.");
        write("module/src/main/resources/a.lua", "-- A script.");
        write("module/src/main/resources/help.txt", "Some help.");
        write("docs/page.md", "A page.");
        write(".ci/run", "#!/usr/bin/env bash\n# Runs.");
        write("tool", "#!/bin/sh\n# A tool.");
        write("lab/part.sh", "# shellcheck shell=sh\n# A part of a tool.");
        assertEquals(
                List.of(
                        ".ci/run",
                        "docs/page.md",
                        "lab/part.sh",
                        "module/src/main/java/A.java",
                        "module/src/main/resources/a.lua",
                        "module/src/main/resources/help.txt",
                        "tool"),
                filesWithProse());
    }

    @Test
    void outputsHiddenFoldersAndOtherFilesAreNotRead() throws IOException {
        write("module/target/quick/A.java", "// built");
        write(".git/description.md", "Git.");
        write("README.zh-CN.md", "in Chinese");
        write("module/src/test/resources/list.txt", "A list.");
        write("LICENSE", "The license.");
        write("module/pom.xml", "<!-- The build. -->");
        assertEquals(List.of(), filesWithProse());
    }

    @Test
    void theProseOfAFileIsCutIntoParagraphs() throws IOException {
        write("page.md", "# Title\r\n\r\nOne.\r\n\r\nTwo.\r\n");
        assertEquals(
                List.of(new Passage(1, "Title"), new Passage(2, "\nOne.\n"), new Passage(4, "\nTwo.\n")),
                ProseFiles.below(root).get("page.md"));
    }

    private List<String> filesWithProse() throws IOException {
        return ProseFiles.below(root).entrySet().stream()
                .filter(file -> !file.getValue().isEmpty())
                .map(file -> file.getKey())
                .toList();
    }

    private void write(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
