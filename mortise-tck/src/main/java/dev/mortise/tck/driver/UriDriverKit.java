package dev.mortise.tck.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.StoreRefusedException;
import dev.mortise.StoreUnavailableException;
import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.redis.RedisUri;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a driver from a URI does to connect and log in, and what it tells when that fails. */
@Tag("servers")
public abstract class UriDriverKit extends DriverBench {

    @SuppressWarnings("NullAway.Init")
    private RedisServer guarded;

    /** For subclasses. */
    protected UriDriverKit() {}

    /** A driver to that server. */
    protected abstract Driver driver(RedisUri uri);

    @BeforeAll
    void startGuarded() {
        guarded = RedisServer.start(ServerOptions.defaults().withConfig("requirepass s3cret"));
    }

    @AfterAll
    void stopGuarded() {
        guarded.close();
    }

    private Link open(String uri) {
        return open(driver(RedisUri.parse(uri)));
    }

    @Test
    void theDatabaseIsSelected() throws Exception {
        Link link = open(server.uri() + "/3");
        value(link.send(TestScripts.store("k", "1", 0)));
        assertThat(server.info("keyspace")).containsOnlyKeys("db3");
    }

    @Test
    void aDatabaseThatIsNotThereIsToldAtOnce() {
        assertThatThrownBy(() -> open(server.uri() + "/99"))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("choose a database");
    }

    @Test
    void aPasswordLetsIn() throws Exception {
        Link link = open("redis://:s3cret@127.0.0.1:" + guarded.port());
        assertThat(value(link.send(TestScripts.store("password", "1", 0)))).isEqualTo(1L);
    }

    @Test
    void aUserLetsInWithoutThePermissionToNameItsConnections() throws Exception {
        guarded.command("ACL", "SETUSER", "app", "on", ">hidden", "~*", "&*", "+@all", "-client");
        Link link = open("redis://app:hidden@127.0.0.1:" + guarded.port());
        assertThat(value(link.send(TestScripts.store("user", "1", 0)))).isEqualTo(1L);
    }

    @Test
    void aWrongPasswordIsToldWithoutShowingIt() {
        assertThatThrownBy(() -> open("redis://:wr0ng@127.0.0.1:" + guarded.port()))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("check user and password")
                .hasStackTraceContaining("WRONGPASS")
                .satisfies(e -> assertThat(stackTrace(e)).doesNotContain("wr0ng"));
    }

    @Test
    void aMissingPasswordIsToldAtOnce() {
        assertThatThrownBy(() -> open(guarded.uri()))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("NOAUTH")
                .hasMessageContaining("redis://user:password@host");
    }

    @Test
    void aPasswordForAServerWithoutIsToldAtOnce() {
        assertThatThrownBy(() -> open("redis://:s3cret@127.0.0.1:" + server.port()))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("take user and password out of the URI")
                .satisfies(e -> assertThat(stackTrace(e)).doesNotContain("s3cret"));
    }

    @Test
    void anUnreachablePortIsToldAtOnce() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        assertThatThrownBy(() -> open("redis://:s3cret@127.0.0.1:" + port))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("redis://127.0.0.1:" + port)
                .hasMessageContaining("check that Redis listens");
    }

    @Test
    void anUnknownHostIsToldAtOnce() {
        assertThatThrownBy(() -> open("redis://no-such-host.invalid"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("unknown host");
    }

    @Test
    void aServerThatNeverAnswersIsToldAfterTheLimit() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Driver silent = driver(RedisUri.parse("redis://127.0.0.1:" + mute.getLocalPort()));
            assertThatThrownBy(() -> open(silent, SHORT_LIMIT))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("no answer in time");
        }
    }

    @Test
    void tlsTowardsAPlainPortIsTold() {
        Driver encrypted = driver(RedisUri.parse("rediss://127.0.0.1:" + server.port()));
        assertThatThrownBy(() -> open(encrypted, SHORT_LIMIT)) // the server waits for the rest of a command
                .hasMessageContaining("that the port speaks TLS");
    }

    @Test
    void theConnectionsHaveAName() throws Exception {
        value(open(server.uri()).send(TestScripts.store("k", "1", 0)));
        assertThat((String) server.command("CLIENT", "LIST")).contains("name=mortise-test-io");
    }

    private static String stackTrace(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
