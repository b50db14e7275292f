package dev.mortise.tck.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A real Redis server on 127.0.0.1, started by this JVM and ending with it, kill -9 of the JVM included. Shutdown hooks
 * of the JVM still find it running.
 *
 * <p>All methods may be called from any thread; interrupts are neither needed nor lost. Failures are {@link
 * IllegalStateException} (cannot be started, with the tail of its log), {@link UncheckedIOException} (cannot be
 * reached) and {@link ErrorReply}.
 */
public final class RedisServer implements AutoCloseable {
    private static final int PORTS_TRIED = 20;
    private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(30);

    private final ReentrantLock lock = new ReentrantLock();
    private final ServerLaunch launch;
    private volatile ServerProcess process;
    private volatile boolean paused;
    private @Nullable RespConnection connection;

    private RedisServer(ServerLaunch launch) {
        this.launch = launch;
        this.process = launch.run();
    }

    /** A server with the {@linkplain ServerOptions#defaults() default options}. */
    public static RedisServer start() {
        return start(ServerOptions.defaults());
    }

    /**
     * Returns when the server answers.
     *
     * @throws IllegalStateException if there is no binary that works here, or the server does not come up
     */
    public static RedisServer start(ServerOptions options) {
        return start(RedisBinary.find(options.folder()), options);
    }

    /** The same with that binary, which may be a script that runs the server under a tool. */
    public static RedisServer start(RedisBinary binary, ServerOptions options) {
        for (int attempt = 1; options.port() == 0; attempt++) {
            try {
                return new RedisServer(new ServerLaunch(binary, options, Ports.free()));
            } catch (ServerLaunch.PortTakenException taken) {
                if (attempt == PORTS_TRIED) {
                    throw taken;
                }
            }
        }
        return new RedisServer(new ServerLaunch(binary, options, options.port()));
    }

    public int port() {
        return launch.port();
    }

    /**
     * Where it speaks TLS.
     *
     * @throws IllegalStateException when its options have no {@linkplain ServerOptions#withTls certificate}
     */
    public int tlsPort() {
        if (launch.tlsPort() == 0) {
            throw new IllegalStateException(uri() + " speaks no TLS");
        }
        return launch.tlsPort();
    }

    /** Where other servers, and clients that follow them, find it: by TLS if it speaks that. */
    int groupPort() {
        return launch.tlsPort() == 0 ? port() : launch.tlsPort();
    }

    /** {@code redis://127.0.0.1:<port>}, without a password. */
    public String uri() {
        return "redis://" + Ports.LOOPBACK + ":" + port();
    }

    public String version() {
        return launch.binary().version();
    }

    /** The process id; another one after {@link #restart()}. */
    public long pid() {
        return process.pid();
    }

    /** Which binary was chosen, and which were skipped and why. */
    public String describe() {
        return launch.binary().describe();
    }

    /** Whether its process runs and is not paused. */
    public boolean isUp() {
        return process.isAlive() && !paused;
    }

    /** Stops the server; one that persists may save first. {@link #restart()} brings it back. */
    @Override
    public void close() {
        lock.lock();
        try {
            stop();
            launch.deleteScratch();
        } finally {
            lock.unlock();
        }
    }

    /** SIGKILL; returns when the process is gone. */
    public void kill() {
        lock.lock();
        try {
            disconnect();
            process.kill();
        } finally {
            lock.unlock();
        }
    }

    /** Starts the server again on the same port, stopping it first if it runs. Only persisted data come back. */
    public void restart() {
        lock.lock();
        try {
            stop();
            paused = false;
            process = launch.run();
        } finally {
            lock.unlock();
        }
    }

    /** SIGSTOP: connections stay open and nothing is answered until {@link #resume()}. */
    public void pause() {
        paused = true;
        Signals.stop(pid());
    }

    /** SIGCONT. */
    public void resume() {
        Signals.resume(pid());
        paused = false;
    }

    /**
     * Sends one command on the fixture's own connection and returns its reply: a String, a Long, a List of these, or
     * null. A command whose connection breaks is not sent again; the next one gets a new connection.
     *
     * @throws ErrorReply if Redis answers with an error
     * @throws UncheckedIOException if there is no answer within 30 seconds
     */
    public @Nullable Object command(String... args) {
        lock.lock();
        try {
            RespConnection current = connection;
            if (current == null || current.isBroken()) {
                disconnect();
                current = launch.connect(REPLY_TIMEOUT);
                connection = current;
            }
            return current.call(args);
        } catch (IOException e) {
            disconnect();
            throw new UncheckedIOException(args[0] + " got no reply from the server at " + uri(), e);
        } finally {
            lock.unlock();
        }
    }

    /** The fields of one section of INFO, or of {@code everything}. */
    public Map<String, String> info(String section) {
        Map<String, String> fields = new TreeMap<>();
        for (String line : text(command("INFO", section)).lines().toList()) {
            int colon = line.indexOf(':');
            if (colon > 0 && !line.startsWith("#")) {
                fields.put(line.substring(0, colon), line.substring(colon + 1));
            }
        }
        return fields;
    }

    /** How often each command was called since the start or CONFIG RESETSTAT, inside scripts and by this fixture too. */
    public Map<String, Long> commandCalls() {
        Map<String, Long> calls = new TreeMap<>();
        info("commandstats").forEach((field, value) -> {
            String count = value.substring("calls=".length(), value.indexOf(','));
            calls.put(field.substring("cmdstat_".length()), Long.valueOf(count));
        });
        return calls;
    }

    /** All keys, sorted. */
    public List<String> keys() {
        List<?> keys = (List<?>) Objects.requireNonNull(command("KEYS", "*"));
        return keys.stream().map(RedisServer::text).sorted().toList();
    }

    @Override
    public String toString() {
        return uri() + " (" + launch.binary().product() + " " + version() + ", pid " + pid() + ")";
    }

    private void stop() {
        disconnect();
        if (launch.persists()) {
            process.terminate();
        } else {
            process.kill();
        }
    }

    private void disconnect() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }

    private static String text(@Nullable Object reply) {
        return (String) Objects.requireNonNull(reply);
    }

    /** An error that Redis answered with; the message starts with its code, for example {@code WRONGTYPE}. */
    public static final class ErrorReply extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ErrorReply(String message) {
            super(message);
        }

        /** The first word of the message. */
        public String code() {
            return String.valueOf(getMessage()).split(" ", 2)[0];
        }
    }
}
