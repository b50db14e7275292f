package dev.mortise.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link from one page to another file of the project leads somewhere. */
class LinksTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");

    @Test
    void everyFileThatIsLinkedIsThere() throws IOException {
        List<String> dangling = new ArrayList<>();
        List<Path> pages = pages();
        assertTrue(pages.size() > 10, () -> "only " + pages);
        for (Path page : pages) {
            LINK.matcher(Files.readString(page))
                    .results()
                    .map(link -> link.group(1))
                    .filter(link -> !link.contains("://"))
                    .filter(link -> !Files.exists(page.resolveSibling(link)))
                    .forEach(link -> dangling.add(page + ": " + link));
        }
        assertEquals(List.of(), dangling);
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path folder : List.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("lab/mutants"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(LinksTest::isPage).forEach(pages::add);
            }
        }
        try (Stream<Path> examples = Files.walk(ROOT.resolve("examples"), 2)) {
            examples.filter(LinksTest::isPage).forEach(pages::add);
        }
        return pages;
    }

    private static boolean isPage(Path file) {
        return file.toString().endsWith(".md");
    }
}
