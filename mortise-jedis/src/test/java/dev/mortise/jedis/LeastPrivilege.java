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

    /** The same user with what the lines add that begin with those permissions. */
    static AclUser with(String... firsts) {
        AclUser user = USER;
        for (String first : firsts) {
            for (String rule : added(first).split(" ", -1)) {
                user = user.with(rule);
            }
        }
        return user;
    }

    private static String added(String first) {
        try (Stream<String> lines = Files.lines(PAGE)) {
            String begin = "ACL SETUSER " + USER.name() + " ";
            return lines.filter(line -> line.startsWith(begin + first))
                    .findFirst()
                    .orElseThrow()
                    .substring(begin.length());
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
