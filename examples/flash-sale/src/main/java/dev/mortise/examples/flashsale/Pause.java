package dev.mortise.examples.flashsale;

import dev.mortise.tck.server.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A process stopped from here to {@link #end()}. It goes on too when this process is killed meanwhile, so that it can
 * see its parent's end: a shell waits for that, since nothing can be asked of a stopped process.
 */
final class Pause {

    private static final String GO_ON_WHEN_CLOSED = """
            trap '' HUP INT TERM
            read -r line
            kill -CONT "$0"
            """;

    private final Process shell;

    private Pause(Process shell) {
        this.shell = shell;
    }

    static Pause of(long pid) {
        try {
            Process shell = new ProcessBuilder("/bin/sh", "-c", GO_ON_WHEN_CLOSED, Long.toString(pid))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Signals.stop(pid);
            return new Pause(shell);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot pause process " + pid, e);
        }
    }

    void end() {
        try {
            shell.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot resume the process", e);
        }
        shell.onExit().join();
    }
}
