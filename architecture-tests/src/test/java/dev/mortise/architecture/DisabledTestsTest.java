package dev.mortise.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A test that is switched off shows nothing, and a mutant of its rule would not be tried. */
class DisabledTestsTest {

    private static final Path ROOT = Path.of("..");

    /** Not the conditions, such as DisabledOnOs, which say where a test cannot run. */
    private static final Pattern SWITCHED_OFF = Pattern.compile("@" + "Disabled(?![A-Za-z])");

    @Test
    void noTestIsSwitchedOff() throws IOException {
        List<Path> found = new ArrayList<>();
        List<Path> sources;
        try (Stream<Path> modules = Files.walk(ROOT, 2)) {
            sources = modules.map(folder -> folder.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList();
        }
        for (Path source : sources) {
            try (Stream<Path> files = Files.walk(source)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    if (SWITCHED_OFF.matcher(Files.readString(file)).find()) {
                        found.add(file);
                    }
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(10);
        assertThat(found).isEmpty();
    }
}
