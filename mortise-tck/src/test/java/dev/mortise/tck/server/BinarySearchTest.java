package dev.mortise.tck.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinarySearchTest {
    @TempDir
    Path temp;

    @Test
    void environmentComesFirst() throws IOException {
        Path valkey = program("valkey", "Valkey server v=8.0.1 sha=00000000:0 malloc=jemalloc bits=64");
        RedisBinary found = new BinarySearch(Map.of(BinarySearch.VARIABLE, valkey.toString()), temp).run();
        assertThat(found.describe()).isEqualTo("Valkey 8.0.1 from MORTISE_REDIS_SERVER (" + valkey + ")");
    }

    @ParameterizedTest
    @CsvSource({"5.0.7, false", "6.0.16, false", "6.2.0, true", "6.2.11, true", "7.0.15, true", "10.0.0, true"})
    void versionsBelow62AreSkipped(String version, boolean taken) throws IOException {
        Path server = program("redis", "Redis server v=" + version + " sha=0");
        RedisBinary found = new BinarySearch(Map.of(BinarySearch.VARIABLE, server.toString()), temp).run();
        assertThat(found.path().equals(server)).isEqualTo(taken);
        if (!taken) {
            assertThat(found.describe()).contains("is version " + version + ", 6.2 or later is needed");
        }
    }

    @Test
    void bundledBinaryIsUsedWhenTheNamedOneCannotExecute() throws IOException {
        Path broken = Files.writeString(temp.resolve("not-executable"), "");
        RedisBinary found = new BinarySearch(Map.of(BinarySearch.VARIABLE, broken.toString()), temp).run();
        assertThat(found.version()).isEqualTo("7.0.15");
        assertThat(found.path()).startsWith(temp);
        assertThat(found.skipped()).singleElement().asString().contains(broken.toString(), "cannot be executed");
    }

    @Test
    void pathComesLast() throws IOException {
        Path server = program("redis-server", "Redis server v=7.2.4 sha=0");
        Map<String, String> environment = Map.of("PATH", "/nowhere:" + temp);
        RedisBinary found = new BinarySearch(environment, temp, Optional.empty()).run();
        assertThat(found.path()).isEqualTo(server);
        assertThat(found.origin()).isEqualTo("PATH");
    }

    @Test
    void nothingWorksSaysWhatWasTriedAndWhatToDo() throws IOException {
        Path odd = program("odd", "hello");
        program("redis-server", "Redis server v=4.0.0 sha=0");
        Map<String, String> environment = Map.of(BinarySearch.VARIABLE, odd.toString(), "PATH", temp.toString());
        assertThatThrownBy(() -> new BinarySearch(environment, temp, Optional.empty()).run())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(odd.toString(), "--version answered \"hello\"", "is version 4.0.0")
                .hasMessageContainingAll("org.signal:embedded-redis:0.9.1: not on the class path", "Do one of");
    }

    @Test
    void unwritableFolderFallsBackToTheTemporaryFolder() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "");
        RedisBinary found = new BinarySearch(Map.of(), file.resolve("below")).run();
        assertThat(found.path()).startsWith(Path.of(System.getProperty("java.io.tmpdir")));
        assertThat(found.skipped()).singleElement().asString().contains("cannot be unpacked");
    }

    @Test
    void damagedUnpackedBinaryIsReplaced() throws IOException {
        Path path = new BinarySearch(Map.of(), temp).run().path();
        Files.write(path, new byte[100]);
        RedisBinary again = new BinarySearch(Map.of(), temp).run();
        assertThat(again.path()).isEqualTo(path);
        assertThat(again.skipped()).isEmpty();
    }

    @Test
    void jvmsMayUnpackAtOnce() throws Exception {
        Path folder = temp.resolve("shared folder");
        try (ChildJvm one = ChildJvm.start(FindOnSignal.class, folder.toString());
                ChildJvm two = ChildJvm.start(FindOnSignal.class, folder.toString())) {
            for (ChildJvm jvm : List.of(one, two)) {
                assertThat(jvm.readLine()).isEqualTo("ready");
            }
            one.writeLine("go");
            two.writeLine("go");
            String path = one.readLine();
            assertThat(path).startsWith(folder.toString()).isEqualTo(two.readLine());
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).containsExactly(Path.of(path));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, redis-server-7.0.15-linux-amd64",
        "Linux, aarch64, redis-server-7.0.15-linux-arm64",
        "Mac OS X, x86_64, redis-server-7.0.15-darwin-amd64",
        "Mac OS X, aarch64, redis-server-7.0.15-darwin-arm64"
    })
    void jarHasTheResource(String os, String arch, String name) {
        assertThat(BundledBinary.resourceName(os, arch)).contains(name);
        assertThat(getClass().getClassLoader().getResource(name)).isNotNull();
    }

    @Test
    void otherMachinesHaveNoBundledBinary() {
        assertThat(BundledBinary.resourceName("Windows 11", "amd64")).isEmpty();
        assertThat(BundledBinary.resourceName("Linux", "riscv64")).isEmpty();
    }

    private Path program(String name, String answer) throws IOException {
        Path path = Files.writeString(temp.resolve(name), "#!/bin/sh\necho '" + answer + "'\n");
        assertThat(path.toFile().setExecutable(true)).isTrue();
        return path;
    }

    static final class FindOnSignal {
        public static void main(String[] args) throws IOException {
            System.out.println("ready");
            System.in.read();
            System.out.println(RedisBinary.find(Path.of(args[0])).path());
        }
    }
}
