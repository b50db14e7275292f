package dev.mortise.tck.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Signals to any process of this machine by its pid. A signal to a process that does not exist is an error. */
public final class Signals {
    private static final long STOP_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private Signals() {}

    /** SIGSTOP: the process keeps its memory and sockets and does nothing. On Linux it has stopped when this returns. */
    public static void stop(long pid) {
        send("STOP", pid);
        long start = System.nanoTime();
        while (isRunning(pid) && System.nanoTime() - start < STOP_TIMEOUT_NANOS) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** SIGCONT: a stopped process goes on. */
    public static void resume(long pid) {
        send("CONT", pid);
    }

    /** SIGKILL: the process ends without a chance to clean up, stopped or not. */
    public static void kill(long pid) {
        send("KILL", pid);
    }

    static void send(String signal, long pid) {
        // The shell's own kill: slim images have no kill program.
        ProcessBuilder kill = new ProcessBuilder("/bin/sh", "-c", "kill -$0 $1", signal, Long.toString(pid));
        try {
            Process process = kill.redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.onExit().join().exitValue();
            if (exit != 0) {
                throw new IllegalStateException("SIG" + signal + " to process " + pid + " failed: " + output.strip());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("SIG" + signal + " to process " + pid + " failed", e);
        }
    }

    private static boolean isRunning(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            return "TtZX".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) < 0;
        } catch (IOException noProc) {
            return false;
        }
    }
}
