package dev.mortise.jedis;

import dev.mortise.tck.server.AclUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The user with the least permissions, as docs/wire.md has it. */
final class LeastPrivilege {

    static final AclUser USER = read();

    private LeastPrivilege() {}

    private static AclUser read() {
        try {
            return AclUser.documented(Path.of("..", "docs", "wire.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
