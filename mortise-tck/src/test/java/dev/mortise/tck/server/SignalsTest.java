package dev.mortise.tck.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SignalsTest {
    @Test
    void stoppedProcessDoesNothingUntilResumed() throws Exception {
        Process cat = new ProcessBuilder("cat").start();
        Process running = new ProcessBuilder("cat").start();
        try {
            Signals.stop(cat.pid());
            for (Process each : List.of(cat, running)) {
                each.outputWriter().write("hello\n");
                each.outputWriter().flush();
            }
            assertThat(running.inputReader().readLine()).isEqualTo("hello");
            assertThat(cat.isAlive()).isTrue();
            assertThat(cat.getInputStream().available()).isZero();
            Signals.resume(cat.pid());
            assertThat(cat.inputReader().readLine()).isEqualTo("hello");
        } finally {
            cat.destroyForcibly();
            running.destroyForcibly();
        }
    }

    @Test
    void killEndsAStoppedProcessToo() throws Exception {
        Process cat = new ProcessBuilder("cat").start();
        Signals.stop(cat.pid());
        Signals.kill(cat.pid());
        assertThat(cat.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void missingProcessIsAnError() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        assertThat(ended.waitFor()).isZero();
        assertThatThrownBy(() -> Signals.resume(ended.pid()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("SIGCONT to process " + ended.pid());
    }
}
