package dev.mortise.tck.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SignalsTest {
    @Test
    void stoppedProcessDoesNothingUntilResumed() throws Exception {
        Process cat = new ProcessBuilder("cat").start();
        try {
            Signals.stop(cat.pid());
            cat.outputWriter().write("hello\n");
            cat.outputWriter().flush();
            assertThat(cat.waitFor(50, TimeUnit.MILLISECONDS)).isFalse();
            assertThat(cat.getInputStream().available()).isZero();
            Signals.resume(cat.pid());
            assertThat(cat.inputReader().readLine()).isEqualTo("hello");
        } finally {
            cat.destroyForcibly();
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
