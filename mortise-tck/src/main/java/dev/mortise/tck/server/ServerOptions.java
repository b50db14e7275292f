package dev.mortise.tck.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link RedisServer} is started. Immutable; each {@code with…} gives a changed copy.
 *
 * @param config lines of {@code redis.conf}, placed after the fixture's own, so that they win
 * @param persistence where the server keeps an append-only file; null: nothing is persisted
 * @param port the port to listen on; 0: any free one
 * @param log where the server's output is appended and kept; null: a file that goes away with the server
 * @param folder where a bundled binary is unpacked and servers have their scratch folders
 */
public record ServerOptions(
        List<String> config,
        @Nullable Path persistence,
        int port,
        @Nullable Path log,
        Path folder) {

    private static final String TLS_CERTIFICATE = "tls-cert-file";

    public ServerOptions {
        config = List.copyOf(config);
        Objects.requireNonNull(folder, "folder");
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " is outside 0-65535");
        }
    }

    /** Nothing persisted, any free port, and the {@linkplain #defaultFolder() default folder}. */
    public static ServerOptions defaults() {
        return new ServerOptions(List.of(), null, 0, null, defaultFolder());
    }

    /** Adds configuration lines, for example {@code "requirepass secret"} or {@code "maxmemory 10mb"}. */
    public ServerOptions withConfig(String... lines) {
        List<String> all = Stream.concat(config.stream(), Stream.of(lines)).toList();
        return new ServerOptions(all, persistence, port, log, folder);
    }

    /**
     * Listens for TLS as well, on another port, with that certificate.
     *
     * @param authority a PEM file; clients must show a certificate of its own
     */
    public ServerOptions withTls(Certificates.Issued certificate, Path authority) {
        return withConfig(
                TLS_CERTIFICATE + " \"" + certificate.pem() + '"',
                "tls-key-file \"" + certificate.key() + '"',
                "tls-ca-cert-file \"" + authority + '"',
                "tls-auth-clients yes");
    }

    public ServerOptions withPersistence(Path newPersistence) {
        return new ServerOptions(config, newPersistence, port, log, folder);
    }

    public ServerOptions withPort(int newPort) {
        return new ServerOptions(config, persistence, newPort, log, folder);
    }

    public ServerOptions withLog(Path newLog) {
        return new ServerOptions(config, persistence, port, newLog, folder);
    }

    public ServerOptions withFolder(Path newFolder) {
        return new ServerOptions(config, persistence, port, log, newFolder);
    }

    /** {@code target/mortise-redis} where the working directory has a {@code target}, else the user's cache folder. */
    public static Path defaultFolder() {
        return defaultFolder(Path.of(""), home(), System.getProperty("os.name", ""), System.getenv());
    }

    /** {@code mortise} in the folder where this user's programs keep what they can make again. */
    public static Path userCacheFolder() {
        return cacheFolder(home(), System.getProperty("os.name", ""), System.getenv());
    }

    static Path defaultFolder(Path workingDirectory, Path home, String os, Map<String, String> environment) {
        Path target = workingDirectory.resolve("target");
        if (Files.isDirectory(target)) {
            return target.resolve("mortise-redis").toAbsolutePath();
        }
        return cacheFolder(home, os, environment);
    }

    private static Path cacheFolder(Path home, String os, Map<String, String> environment) {
        if (os.toLowerCase(Locale.ROOT).startsWith("mac")) {
            return home.resolve("Library/Caches/mortise");
        }
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        return cache.startsWith("/") ? Path.of(cache, "mortise") : home.resolve(".cache/mortise");
    }

    private static Path home() {
        return Path.of(System.getProperty("user.home", "."));
    }

    boolean hasTls() {
        return config.stream().anyMatch(line -> line.startsWith(TLS_CERTIFICATE + " "));
    }

    Optional<String> password() {
        return config.stream()
                .map(line -> line.strip().split("\\s+", 2))
                .filter(words -> words.length == 2 && words[0].equalsIgnoreCase("requirepass"))
                .map(words -> words[1].replaceAll("^([\"'])(.*)\\1$", "$2"))
                .reduce((first, last) -> last)
                .filter(password -> !password.isEmpty());
    }
}
