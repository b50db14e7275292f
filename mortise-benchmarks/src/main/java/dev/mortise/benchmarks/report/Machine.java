package dev.mortise.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Where and with what a run was made; nothing in it tells which machine it was.
 *
 * @param facts name and value, in the order to show them
 * @param versions of the libraries
 */
public record Machine(Map<String, String> facts, Map<String, String> versions) {

    /**
     * This machine.
     *
     * @param redis the server's version
     * @param root the source tree, to find the commit
     */
    public static Machine here(String redis, Path root) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        facts.put("commit", commit(root));
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("processor", processor());
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        facts.put("JDK", System.getProperty("java.vendor") + " " + Runtime.version());
        facts.put("Redis", redis + ", loopback, nothing persisted");
        return new Machine(facts, libraryVersions());
    }

    private static Map<String, String> libraryVersions() {
        try (InputStream in = Objects.requireNonNull(Machine.class.getResourceAsStream("versions.properties"))) {
            Properties properties = new Properties();
            properties.load(in);
            Map<String, String> versions = new TreeMap<>();
            properties.forEach((name, version) -> versions.put(name.toString(), version.toString()));
            return versions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException notLinux) {
            String name = output("sysctl", "-n", "machdep.cpu.brand_string");
            return name.isEmpty() ? "unknown" : name;
        }
    }

    private static String commit(Path root) {
        String head = output("git", "-C", root.toString(), "rev-parse", "--short=10", "HEAD");
        if (head.isEmpty()) {
            return "unknown";
        }
        String changes = output("git", "-C", root.toString(), "status", "--porcelain", "--untracked-files=no");
        return changes.isEmpty() ? head : head + " with changes";
    }

    /** What a program prints, or nothing if it fails or is not there. */
    private static String output(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.onExit().join().exitValue() == 0 ? text : "";
        } catch (IOException missing) {
            return "";
        }
    }
}
