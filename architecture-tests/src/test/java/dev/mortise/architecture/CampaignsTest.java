package dev.mortise.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./dev campaigns} and {@code ./dev campaign} in a clone that has three of them. */
class CampaignsTest {

    /** Seconds that no other process sleeps. */
    private static final String PAUSE = "40." + ProcessHandle.current().pid();

    @TempDir
    Path folder;

    private Path clone;
    private Scripts scripts;

    @BeforeEach
    void prepare() throws IOException {
        clone = folder.resolve("a clone");
        Files.createDirectories(clone.resolve("lab"));
        for (String file : List.of("dev", "lab/launch.sh", "lab/campaigns.sh")) {
            Files.copy(
                    Scripts.ROOT.resolve(file), clone.resolve(file), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        }
        Files.writeString(clone.resolve("lab/campaigns"), """
                @both one two
                campaign good
                  shows what is good
                  run test -f one/code
                  run echo well done
                  code @both
                campaign stopped
                  shows what a signal to the script does
                  run sh -c 'kill -TERM $PPID; exec sleep %s'
                  code one
                campaign bad
                  shows what is bad
                  run sh -c 'exit 7'
                  run echo never
                  code two
                """.formatted(PAUSE));
        write("one/code", "1");
        write("two/code", "1");
        scripts = new Scripts(clone, folder.resolve("tools"));
        assumeTrue(scripts.run("sh", "-c", "command -v git").code() == 0, "git is not installed");
        git("init", "-q");
        git("config", "user.name", "test");
        git("config", "user.email", "test@example.com");
        commit();
    }

    @Test
    void aGoodRunIsRecordedWithItsCommit() {
        Scripts.Ran ran = scripts.run("./dev", "campaign", "good");

        assertThat(ran.output()).contains("well done", "Commit lab/campaigns.log");
        assertThat(ran.code()).isZero();
        assertThat(stateOf("good")).endsWith("  good").contains(head());
        commit();
        assertThat(stateOf("good")).endsWith("  good");
    }

    @Test
    void aCampaignThatWasNeverRunSaysSo() {
        assertThat(stateOf("good")).endsWith("not run: no good run is recorded");
        assertThat(scripts.run("./dev", "campaigns").output())
                .contains("3 of 3 campaigns", "what is good", "$ sh -c 'exit 7'");
    }

    @Test
    void aChangeOfItsCodeMakesItNotRun() throws IOException {
        scripts.run("./dev", "campaign", "good");
        commit();
        write("two/code", "2");
        assertThat(stateOf("good")).endsWith("not run: uncommitted changes");
        commit();
        assertThat(stateOf("good")).endsWith("not run: 1 commit has changed its code");
        write("two/code", "1");
        commit();
        assertThat(stateOf("good")).endsWith("  good");
    }

    @Test
    void aChangeElsewhereDoesNotMatter() throws IOException {
        scripts.run("./dev", "campaign", "good");
        write("three/code", "1");
        commit();

        assertThat(stateOf("good")).endsWith("  good");
    }

    @Test
    void aRunOnUncommittedCodeIsNotRecorded() throws IOException {
        write("one/more", "1");

        Scripts.Ran ran = scripts.run("./dev", "campaign", "good");

        assertThat(ran.code()).isZero();
        assertThat(ran.output()).contains("will not be recorded", "not recorded: the folders of good");
        assertThat(clone.resolve("lab/campaigns.log")).doesNotExist();
    }

    @Test
    void aSignalEndsTheCampaignAndItsCommand() {
        Scripts.Ran ran = scripts.run("./dev", "campaign", "stopped");

        assertThat(ran.code()).isEqualTo(143);
        assertThat(ProcessHandle.allProcesses()
                        .map(each -> each.info().commandLine().orElse("")))
                .doesNotContain("sleep " + PAUSE, "/usr/bin/sleep " + PAUSE);
    }

    @Test
    void aCommandThatFailsEndsTheCampaignWithItsExitCode() {
        Scripts.Ran ran = scripts.run("./dev", "campaign", "bad");

        assertThat(ran.code()).isEqualTo(7);
        assertThat(ran.output()).doesNotContain("never");
        assertThat(ran.errors()).contains("exit code 7");
        assertThat(clone.resolve("lab/campaigns.log")).doesNotExist();
    }

    @Test
    void aFolderThatIsGoneIsAnError() throws IOException {
        Files.delete(clone.resolve("two/code"));
        Files.delete(clone.resolve("two"));

        assertThat(scripts.run("./dev", "campaign", "bad").code()).isEqualTo(3);
        assertThat(stateOf("bad")).endsWith("names two, which does not exist");
    }

    private String stateOf(String campaign) {
        return scripts.run("./dev", "campaigns")
                .output()
                .lines()
                .filter(line -> line.startsWith(campaign + " "))
                .findFirst()
                .orElseThrow();
    }

    private String head() {
        return git("rev-parse", "--short=10", "HEAD").strip();
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(clone.resolve(file).getParent());
        Files.writeString(clone.resolve(file), text);
    }

    private void commit() {
        git("add", "-A");
        git("commit", "-q", "--allow-empty", "-m", "a change");
    }

    private String git(String... words) {
        String[] command = new String[words.length + 1];
        command[0] = "git";
        System.arraycopy(words, 0, command, 1, words.length);
        Scripts.Ran ran = scripts.run(command);
        assertThat(ran.code()).as(ran.errors()).isZero();
        return ran.output();
    }
}
