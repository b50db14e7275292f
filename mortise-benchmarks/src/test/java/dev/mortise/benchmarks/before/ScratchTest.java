package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ScratchTest {

    @Test
    void endsItsProcessesWithTheirChildrenAndDeletesItsFolder() throws IOException, InterruptedException {
        Scratch scratch = Scratch.open();
        Files.writeString(scratch.subfolder("a").resolve("file"), "text");
        Process shell = scratch.start(new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; wait"));
        long child = Long.parseLong(shell.inputReader().readLine());

        scratch.close();

        assertThat(shell.waitFor(5, TimeUnit.SECONDS)).isTrue();
        assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(scratch.folder()).doesNotExist();
        assertThat(scratch.isJvmEnding()).isFalse();
    }
}
