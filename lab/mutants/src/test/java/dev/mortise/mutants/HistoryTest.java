package dev.mortise.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {

    private static final String MUTANT = "mutant one\nbreaks it\ntest mortise-core ATest\nedit A.java\n- a\n";
    private static final Path FILE = Path.of(MutantFile.FOLDER, "leases.txt");

    @TempDir
    Path root;

    @BeforeEach
    void makeRepository() throws IOException, InterruptedException {
        boolean installed;
        try {
            installed = new ProcessBuilder("git", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            installed = false;
        }
        assumeTrue(installed, "git is not installed");
        git("init", "-q");
        Files.createDirectories(root.resolve(MutantFile.FOLDER));
        Files.writeString(root.resolve(FILE), MUTANT);
        Files.writeString(root.resolve("kept"), "");
        commit();
    }

    @Test
    void theFilesAndMutantsOfTheBaseAreCompared() throws Exception {
        String base = git("rev-parse", "HEAD");
        Files.writeString(root.resolve(FILE), MUTANT + "+ b\n");
        commit();
        Files.writeString(root.resolve("kept"), "not committed");
        History.Change change = new History(root).since(base);
        assertEquals(git("rev-parse", "HEAD"), change.head());
        assertEquals(base, change.base());
        assertEquals(Set.of(FILE, Path.of("kept")), change.files());
        assertEquals(MutantFile.parse("leases", MUTANT), change.mutantsBefore());
    }

    @Test
    void theBaseIsThirtyCommitsAgoOrTheFirstCommit() throws Exception {
        String first = git("rev-parse", "HEAD");
        assertEquals(first, new History(root).since(null).base());
        commitNothing(History.COMMITS + 1);
        assertEquals(
                git("rev-parse", "HEAD~" + History.COMMITS),
                new History(root).since(null).base());
    }

    @Test
    void theCommitsOfMergedBranchesCount() throws Exception {
        git("checkout", "-q", "-b", "branch");
        commitNothing(History.COMMITS);
        git("checkout", "-q", "-");
        git("merge", "-q", "--no-ff", "-m", "x", "branch");
        assertEquals(
                git("rev-parse", "branch~" + (History.COMMITS - 1)),
                new History(root).since(null).base());
    }

    @Test
    void theBaseIsWhatHeadHasInCommonWithANamedCommit() throws Exception {
        String first = git("rev-parse", "HEAD");
        git("checkout", "-q", "-b", "other");
        Files.writeString(root.resolve("theirs"), "");
        commit();
        git("checkout", "-q", "-");
        Files.writeString(root.resolve("ours"), "");
        commit();
        History.Change change = new History(root).since("other");
        assertEquals(first, change.base());
        assertEquals(Set.of(Path.of("ours")), change.files());
    }

    @Test
    void aShallowCloneLacksCommits() throws Exception {
        commitNothing(1);
        assertFalse(new History(root).isCutOff());
        Path clone = root.resolve("clone");
        git("clone", "-q", "--depth", "1", root.toUri().toString(), clone.toString());
        assertTrue(new History(clone).isCutOff());
    }

    @Test
    void whatGitSaysIsReported() {
        String message = assertThrows(
                        IOException.class,
                        () -> new History(root.resolve(".git").resolve("objects")).since(null))
                .getMessage();
        assertTrue(message.contains(": fatal: "), message);
    }

    @Test
    void anUnknownBaseIsReported() {
        assertEquals(
                "this repository has no commit 'nowhere'",
                assertThrows(IllegalArgumentException.class, () -> new History(root).since("nowhere"))
                        .getMessage());
    }

    private void commit() throws IOException, InterruptedException {
        git("add", "-A");
        git("commit", "-q", "-m", "x");
    }

    private void commitNothing(int times) throws IOException, InterruptedException {
        for (int i = 0; i < times; i++) {
            git("commit", "-q", "--allow-empty", "-m", "x");
        }
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
        History.forgetOtherRepositories(builder);
        // The user's configuration may sign commits or run hooks.
        builder.environment().putAll(Map.of("GIT_CONFIG_GLOBAL", "/dev/null", "GIT_CONFIG_NOSYSTEM", "1"));
        for (String who : List.of("AUTHOR", "COMMITTER")) {
            builder.environment().put("GIT_" + who + "_NAME", "a");
            builder.environment().put("GIT_" + who + "_EMAIL", "a@b");
        }
        Process git = builder.start();
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, git.waitFor(), output);
        return output.strip();
    }
}
