package dev.mortise.benchmarks.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A program that {@code ./dev} starts. Its help is the resource {@code help.txt} next to its main class, which the script
 * prints without starting Java. An error is one line without a stack trace, unless the environment variable
 * {@code MORTISE_TRACE} is set.
 */
public final class Program {

    /** The program ran and found something wrong. */
    public static final int FAILED = 1;

    /** The command line is wrong. */
    public static final int MISUSED = 2;

    /** The program could not run. */
    public static final int COULD_NOT_RUN = 3;

    private static final String TRACE = "MORTISE_TRACE";

    private final String name;
    private final Class<?> main;
    private final PrintStream out;
    private final PrintStream errors;

    /**
     * @param name of the command, as in {@code ./dev name}
     * @param main the main class; its package has the help
     */
    public Program(String name, Class<?> main) {
        this(name, main, System.out, System.err);
    }

    Program(String name, Class<?> main, PrintStream out, PrintStream errors) {
        this.name = name;
        this.main = main;
        this.out = out;
        this.errors = errors;
    }

    /** What a program does with its arguments. */
    @FunctionalInterface
    public interface Body {

        /**
         * Runs the program.
         *
         * @return whether all went as it should
         * @throws UsageException if the arguments are wrong
         */
        boolean run(Arguments arguments) throws Exception;
    }

    /** Runs the program, and ends the process. */
    public void runAndExit(String[] args, Body body) {
        System.exit(run(args, body));
    }

    /** Runs the program; returns its exit code. */
    int run(String[] args, Body body) {
        if (Arrays.stream(args).anyMatch(word -> word.equals("--help") || word.equals("-h"))) {
            out.print(help(main));
            return 0;
        }
        try {
            return body.run(new Arguments(args)) ? 0 : FAILED;
        } catch (UsageException e) {
            errors.println(prefix() + e.getMessage() + "; see ./dev " + name + " --help");
            return MISUSED;
        } catch (AssertionError e) {
            return report("failed: ", e, FAILED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return report("interrupted", e, COULD_NOT_RUN);
        } catch (Exception | LinkageError | VirtualMachineError e) {
            return report("could not run: ", e, COULD_NOT_RUN);
        }
    }

    /** The help of the program with this main class. */
    public static String help(Class<?> main) {
        try (InputStream in = Objects.requireNonNull(main.getResourceAsStream("help.txt"), "help.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a failure says, in one line. */
    public static String describe(Throwable failure) {
        String message = failure.getMessage();
        String text = message == null || message.isBlank()
                ? failure.getClass().getSimpleName()
                : failure instanceof Error || isTold(failure)
                        ? message
                        : failure.getClass().getSimpleName() + ": " + message;
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    /** Whether the message was written for a reader: of our own exceptions it was. */
    private static boolean isTold(Throwable failure) {
        return failure instanceof IllegalStateException
                || failure.getClass().getName().startsWith("dev.mortise.");
    }

    private int report(String what, Throwable failure, int code) {
        boolean traced = System.getenv(TRACE) != null;
        errors.println(
                prefix() + what + describe(failure) + (traced ? "" : " (" + TRACE + "=1 prints the stack trace)"));
        if (traced) {
            failure.printStackTrace(errors);
        }
        return code;
    }

    private String prefix() {
        return "dev " + name + ": ";
    }
}
