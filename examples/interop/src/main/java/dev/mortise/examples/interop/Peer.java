package dev.mortise.examples.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A process that locks with node-redlock, as it is told; peer.mjs has the commands. */
final class Peer implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    private Peer(Process process) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    static Peer start(Path program, int port) {
        try {
            Process process = new ProcessBuilder("node", program.toString(), Integer.toString(port))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Peer peer = new Peer(process);
            String first = peer.answer();
            if (!first.equals("ready")) {
                peer.close();
                throw new CannotRunException("node does not run " + program + ": it said '" + first + "'");
            }
            return peer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells it something and waits for the answer. */
    String tell(String command) {
        return begin(command).join();
    }

    /** Tells it something; the answer comes later. */
    CompletableFuture<String> begin(String command) {
        try {
            commands.write(command + "\n");
            commands.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return CompletableFuture.supplyAsync(this::answer).orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** SIGKILL: it can release nothing. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    private String answer() {
        try {
            String line = answers.readLine();
            return line == null ? "nothing: its process has ended" : line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
