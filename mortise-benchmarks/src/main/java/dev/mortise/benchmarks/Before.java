package dev.mortise.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Another source tree, built: where its workers find their classes. */
final class Before {

    private Before() {}

    static @Nullable String classPath(@Nullable Path tree) throws IOException {
        if (tree == null) {
            return null;
        }
        Path built = tree.resolve("mortise-benchmarks").resolve("target").resolve("quick");
        if (!Files.exists(built.resolve("classpath"))) {
            throw new IOException(
                    tree + " is not built: run mvn -Dquick -pl mortise-benchmarks -am process-classes there");
        }
        String libraries = Files.readString(built.resolve("classpath")).strip();
        return built.resolve("classes").toAbsolutePath() + File.pathSeparator + libraries;
    }
}
