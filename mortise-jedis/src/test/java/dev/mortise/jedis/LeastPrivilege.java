package dev.mortise.jedis;

import dev.mortise.tck.server.AclUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The user with the least permissions, as docs/wire.md has it. */
final class LeastPrivilege {

    private static final Path PAGE = Path.of("..", "docs", "wire.md");

    static final AclUser USER = read();

    private LeastPrivilege() {}

    /** The same user with what the line adds that begins with that permission. */
    static AclUser with(String first) {
        try (Stream<String> lines = Files.lines(PAGE)) {
            String begin = "ACL SETUSER " + USER.name() + " ";
            String added = lines.filter(line -> line.startsWith(begin + first))
                    .findFirst()
                    .orElseThrow()
                    .substring(begin.length());
            AclUser user = USER;
            for (String rule : added.split(" ", -1)) {
                user = user.with(rule);
            }
            return user;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static AclUser read() {
        try {
            return AclUser.documented(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
