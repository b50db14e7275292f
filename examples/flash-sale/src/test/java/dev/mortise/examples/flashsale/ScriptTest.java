package dev.mortise.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start script, as far as it goes without building. */
class ScriptTest {

    private static final Path SCRIPT = Path.of("../../mortise").toAbsolutePath().normalize();

    @TempDir
    Path elsewhere;

    @Test
    void itIsExecutableAndAShellScript() throws IOException {
        assertThat(SCRIPT).isExecutable();
        assertThat(run(Map.of(), "/bin/sh", "-n", SCRIPT.toString()).code).isZero();
    }

    @Test
    void helpNamesTheCommands() throws IOException {
        Ran help = run(Map.of(), SCRIPT.toString(), "help");

        assertThat(help.code).isZero();
        assertThat(help.output).contains("./mortise demo", "./mortise example", "./dev help", "mvn verify");
    }

    @Test
    void theHelpOfTheDemoNeedsNoBuild() throws IOException {
        Ran help = run(Map.of(), SCRIPT.toString(), "demo", "--help");

        assertThat(help.code).isZero();
        assertThat(help.output).isEqualTo(Resource.text("help.txt"));
    }

    @Test
    void anUnknownCommandIsToldWithExitCode2() throws IOException {
        Ran unknown = run(Map.of(), SCRIPT.toString(), "bogus");

        assertThat(unknown.code).isEqualTo(2);
        assertThat(unknown.output).contains("unknown command bogus", "./mortise demo");
    }

    @Test
    void anUnknownExampleIsToldWithExitCode2() throws IOException {
        Ran unknown = run(Map.of(), SCRIPT.toString(), "example", "bogus");

        assertThat(unknown.code).isEqualTo(2);
        assertThat(unknown.output).contains("which example", "plain-java", "bogus");
    }

    @Test
    void aJavaThatIsTooOldIsTold() throws IOException {
        Path bin = Files.createDirectory(elsewhere.resolve("bin"));
        Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\necho '    java.specification.version = 11'\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();

        Ran old = run(Map.of("JAVA_HOME", elsewhere.toString()), SCRIPT.toString(), "demo");

        assertThat(old.code).isEqualTo(3);
        assertThat(old.output).contains("is Java 11: 17 or later is needed");
    }

    @Test
    void aMissingJavaIsTold() throws IOException {
        Ran missing = run(Map.of("JAVA_HOME", elsewhere.toString()), SCRIPT.toString(), "demo");

        assertThat(missing.code).isEqualTo(3);
        assertThat(missing.output).contains("no java found", "JAVA_HOME is " + elsewhere);
    }

    private Ran run(Map<String, String> environment, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(command))
                .directory(elsewhere.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.onExit().join().exitValue(), output);
    }

    private record Ran(int code, String output) {}
}
