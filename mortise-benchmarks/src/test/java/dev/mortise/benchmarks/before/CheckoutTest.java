package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small repository, and a script in place of Maven. */
class CheckoutTest {

    private static final String BUILDS = """
            #!/bin/sh
            echo building
            mkdir -p modules/mortise-jedis/target/quick/classes/dev
            cp version modules/mortise-jedis/target/quick/classes/dev/version
            printf '%s:/some/jedis.jar' "$PWD/other" >modules/mortise-jedis/target/quick/classpath
            mkdir other
            """;

    @TempDir
    Path folder;

    private final Scratch scratch = Scratch.open();
    private Path root;

    @BeforeEach
    void makeRepository() throws IOException, InterruptedException {
        root = Files.createDirectories(folder.resolve("repository"));
        git("init", "-q");
        Files.writeString(root.resolve("version"), "first");
        Files.createDirectories(root.resolve("modules").resolve("mortise-jedis"));
        Files.writeString(root.resolve("modules").resolve("mortise-jedis").resolve("pom.xml"), "");
        commit("The first version");
        Files.writeString(root.resolve("version"), "second");
        commit("The second version");
    }

    @AfterEach
    void clear() {
        scratch.close();
    }

    @Test
    void buildsAnotherCommitAndKeepsOnlyItsClasses() throws IOException, InterruptedException {
        Checkout checkout = new Checkout(root, scratch, maven(BUILDS));

        String commit = checkout.resolve("HEAD~1");
        Library library = checkout.build(commit, folder.resolve("build.log"));

        assertThat(commit).hasSize(40);
        assertThat(checkout.describe(commit)).endsWith(" The first version");
        assertThat(library.classPath()).hasSize(3).endsWith(Path.of("/some/jedis.jar"));
        assertThat(library.classPath().get(0).resolve("dev").resolve("version")).hasContent("first");
        assertThat(library.classPath().get(1)).isDirectory().startsWith(scratch.folder());
        assertThat(folder.resolve("build.log")).hasContent("building");
        assertThat(scratch.folder().resolve("tree")).doesNotExist();
    }

    @Test
    void leavesNothingInTheRepository() throws IOException, InterruptedException {
        List<String> before = files(root);

        Checkout checkout = new Checkout(root, scratch, maven(BUILDS));
        checkout.build(checkout.resolve("HEAD"), folder.resolve("build.log"));
        scratch.close();

        assertThat(files(root)).isEqualTo(before);
        assertThat(scratch.folder()).doesNotExist();
    }

    @Test
    void aTreeWithChangesIsCalledThat() throws IOException, InterruptedException {
        Checkout checkout = new Checkout(root, scratch, "mvn");

        assertThat(checkout.describeTree()).endsWith(" The second version");
        Files.writeString(root.resolve("version"), "third");

        assertThat(checkout.describeTree()).endsWith(" The second version, with changes");
    }

    @Test
    void aTreeWithANewFileIsCalledChanged() throws IOException, InterruptedException {
        Files.writeString(root.resolve("new"), "a source that git does not know");

        assertThat(new Checkout(root, scratch, "mvn").describeTree()).endsWith(" The second version, with changes");
    }

    @Test
    void anUnknownCommitIsExplainedInOneLine() {
        assertThatThrownBy(() -> new Checkout(root, scratch, "mvn").resolve("no-such-commit"))
                .isInstanceOf(CannotCompareException.class)
                .hasMessage("unknown commit 'no-such-commit'");
    }

    @Test
    void aFolderWithoutARepositoryIsExplainedInOneLine() {
        assertThatThrownBy(() -> new Checkout(scratch.folder(), scratch, "mvn").resolve("HEAD"))
                .isInstanceOf(CannotCompareException.class)
                .hasMessageContaining("not a git repository")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aBuildThatFailsNamesItsLog() throws IOException, InterruptedException {
        Checkout checkout = new Checkout(root, scratch, maven("#!/bin/sh\necho no such symbol\nexit 1\n"));
        Path log = folder.resolve("build.log");
        String commit = checkout.resolve("HEAD");

        assertThatThrownBy(() -> checkout.build(commit, log))
                .isInstanceOf(CannotCompareException.class)
                .hasMessage("commit " + commit + " does not build; the log is " + log);
        assertThat(log).hasContent("no such symbol");
    }

    @Test
    void aMissingProgramIsExplainedInOneLine() throws InterruptedException {
        Checkout checkout = new Checkout(root, scratch, "no-such-maven");
        String commit = checkout.resolve("HEAD");

        assertThatThrownBy(() -> checkout.build(commit, folder.resolve("build.log")))
                .isInstanceOf(CannotCompareException.class)
                .hasMessageStartingWith("cannot run no-such-maven");
    }

    private String maven(String text) throws IOException {
        File script = Files.writeString(folder.resolve("maven"), text).toFile();
        assertThat(script.setExecutable(true)).isTrue();
        return script.toString();
    }

    private void commit(String message) throws IOException, InterruptedException {
        git("add", "-A");
        git("-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "-q", "-m", message);
    }

    private void git(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-c", "commit.gpgsign=false"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static List<String> files(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.map(Path::toString).sorted().toList();
        }
    }
}
