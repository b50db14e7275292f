package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.spi.Store;
import dev.mortise.tck.server.AclUser;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows that a user needs each of the documented permissions, and no other: a {@link StoreTour} over the driver passes
 * with all of them, and without any one of them the server refuses something.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
public abstract class PermissionsKit {

    private static final int DATABASE = 1;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final AclUser user;
    private final Set<String> notSent;
    private RedisServer server;

    /**
     * @param user with the documented permissions
     * @param notSent permissions for what this driver never sends
     */
    @SuppressWarnings("NullAway.Init") // the server is started before the first test
    protected PermissionsKit(AclUser user, Set<String> notSent) {
        this.user = user;
        this.notSent = notSent;
    }

    /**
     * A store on the driver, not yet open.
     *
     * @param uri server, user and database
     */
    protected abstract Store storeAt(String uri);

    /** Ends what {@link #storeAt} has made beside the stores; called after each tour. */
    protected void tourEnded() {}

    @BeforeAll
    void start() {
        server = RedisServer.start();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("permissions")
    void everyPermissionIsNeeded(String permission) {
        List<String> failed = tour(user.without(permission));
        if (notSent.contains(permission)) {
            assertThat(AclUser.refused(server)).isEmpty();
            assertThat(failed).isEmpty();
            return;
        }
        Eventually.within(
                PATIENCE,
                permission + " is missed",
                () -> AclUser.refused(server).stream().anyMatch(object -> names(permission, object)));
    }

    List<String> permissions() {
        assertThat(user.permissions()).containsAll(notSent);
        return user.permissions();
    }

    @Test
    void noOtherPermissionIsNeeded() {
        assertThat(tour(user)).isEmpty();
        assertThat(AclUser.refused(server)).isEmpty();
    }

    private static boolean names(String permission, String object) {
        String rule = permission.substring(1);
        return permission.startsWith("+") ? rule.equals(object) : object.startsWith(rule.replace("*", ""));
    }

    private List<String> tour(AclUser as) {
        server.command("FLUSHALL");
        server.command("SCRIPT", "FLUSH"); // so that EVAL is needed, too
        as.create(server);
        server.command("CONFIG", "RESETSTAT");
        String uri = as.uri(server, DATABASE);
        try (StoreTour tour = new StoreTour(() -> storeAt(uri))) {
            boolean pings = !notSent.contains("+ping");
            return tour.run(
                    () -> !pings || server.commandCalls().containsKey("ping"),
                    () -> !AclUser.refused(server).isEmpty());
        } finally {
            tourEnded();
        }
    }
}
