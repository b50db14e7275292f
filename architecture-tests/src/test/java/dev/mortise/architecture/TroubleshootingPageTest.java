package dev.mortise.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.mortise.LossCause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/troubleshooting.md knows whatever a user may be told. */
class TroubleshootingPageTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern CODE = Pattern.compile("\"([A-Z]{3,})\"");
    private static final Pattern LINK = Pattern.compile("\\]\\(#([^)]*)\\)");

    private static final Pattern POINTER = Pattern.compile("docs/troubleshooting\\.md '([^']*)'");

    /** Words in the same files: commands, and a prefix that tells nothing. */
    private static final Set<String> NO_CODES =
            Set.of("AUTH", "SELECT", "CLIENT", "SETNAME", "HTTPS", "ERR", "INFO", "WAIT", "WAITAOF", "SLOTS", "ROLE");

    private final String page = read(ROOT.resolve("docs/troubleshooting.md"));

    @Test
    void everyExceptionHasAHeading() {
        List<String> names = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.mortise").stream()
                        .filter(type -> type.getPackageName().equals("dev.mortise"))
                        .filter(type -> type.isAssignableTo(Throwable.class))
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getSimpleName)
                        .toList();
        assertFalse(names.isEmpty());
        assertEquals(List.of(), missing(names, "\n## %s\n"));
    }

    @Test
    void everyCauseOfALossIsThere() {
        assertEquals(
                List.of(),
                missing(Arrays.stream(LossCause.values()).map(Enum::name).toList(), "\n| `%s` |"));
    }

    @Test
    void everyCodeOfATroubleIsThere() throws IOException {
        Set<String> codes = new TreeSet<>();
        sources().stream()
                .filter(source -> source.contains("new Trouble("))
                .forEach(source -> CODE.matcher(source).results().forEach(code -> codes.add(code.group(1))));
        codes.removeAll(NO_CODES);
        assertFalse(codes.isEmpty());
        assertEquals(List.of(), missing(List.copyOf(codes), "`%s`"));
    }

    @Test
    void everyLinkInsideThePageLeadsToAHeading() {
        Set<String> anchors = new TreeSet<>();
        page.lines()
                .filter(line -> line.startsWith("#"))
                .forEach(line -> anchors.add(line.replaceFirst("^#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-')));
        List<String> dangling = new ArrayList<>();
        for (Matcher link = LINK.matcher(page); link.find(); ) {
            if (!anchors.contains(link.group(1))) {
                dangling.add(link.group(1));
            }
        }
        assertEquals(List.of(), dangling);
    }

    @Test
    void messagesPointToHeadingsThatAreThere() throws IOException {
        List<String> headings = new ArrayList<>();
        sources()
                .forEach(
                        source -> POINTER.matcher(source).results().forEach(heading -> headings.add(heading.group(1))));
        assertFalse(headings.isEmpty());
        assertEquals(List.of(), missing(headings, "\n## %s\n"));
    }

    private static List<String> sources() throws IOException {
        List<String> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module :
                    modules.map(each -> each.resolve("src/main/java")).toList()) {
                if (Files.isDirectory(module) && !module.toString().contains("mortise-tck")) {
                    try (Stream<Path> files = Files.walk(module)) {
                        files.filter(Files::isRegularFile)
                                .map(TroubleshootingPageTest::read)
                                .forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }

    private List<String> missing(List<String> words, String form) {
        return words.stream()
                .filter(word -> !page.contains(form.formatted(word)))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
