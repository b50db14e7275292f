package dev.mortise.tck.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The static server binary inside the embedded-redis jar. Only the resource is used, never the jar's classes. */
record BundledBinary(String name, URL content) {
    static final String ARTIFACT = "org.signal:embedded-redis:0.9.1";

    static Optional<BundledBinary> forThisMachine() {
        return resourceName(System.getProperty("os.name", ""), System.getProperty("os.arch", ""))
                .flatMap(BundledBinary::onClassPath);
    }

    static Optional<String> resourceName(String os, String arch) {
        String lowerOs = os.toLowerCase(Locale.ROOT);
        String system = lowerOs.startsWith("linux") ? "linux" : lowerOs.startsWith("mac") ? "darwin" : "";
        String machine = switch (arch.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> "amd64";
            case "aarch64", "arm64" -> "arm64";
            default -> "";
        };
        return system.isEmpty() || machine.isEmpty()
                ? Optional.empty()
                : Optional.of("redis-server-7.0.15-" + system + "-" + machine);
    }

    private static Optional<BundledBinary> onClassPath(String name) {
        return Stream.of(
                        Thread.currentThread().getContextClassLoader(),
                        BundledBinary.class.getClassLoader(),
                        ClassLoader.getSystemClassLoader())
                .filter(Objects::nonNull)
                .map(loader -> loader.getResource(name))
                .filter(Objects::nonNull)
                .findFirst()
                .map(url -> new BundledBinary(name, url));
    }

    /** Puts the binary under the folder, or finds it there. Its name has its hash, so a file of that name is whole. */
    Path unpack(Path folder) throws IOException {
        byte[] bytes;
        try (InputStream in = content.openStream()) {
            bytes = in.readAllBytes();
        }
        Files.createDirectories(folder);
        Path target =
                folder.resolve(name + "-" + sha256(bytes).substring(0, 16)).toAbsolutePath();
        if (Files.isExecutable(target) && sha256(Files.readAllBytes(target)).equals(sha256(bytes))) {
            return target;
        }
        Path part = Files.createTempFile(folder, name + "-", ".part");
        try {
            Files.write(part, bytes);
            if (!part.toFile().setExecutable(true, true)) {
                throw new IOException(part + " cannot be made executable");
            }
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
        return target;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
