package dev.mortise.tck.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.Mortise;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Store;
import dev.mortise.tck.server.AclUser;
import dev.mortise.tck.server.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the check at the start says of a server, over a driver. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
public abstract class ServerCheckKit {

    private RedisServer server;

    @SuppressWarnings("NullAway.Init") // started before the first test
    protected ServerCheckKit() {}

    /** A store of the driver, not yet open. */
    protected abstract Store storeAt(String uri);

    @BeforeAll
    void start() {
        server = RedisServer.start();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void anEvictingServerIsTold() {
        set("appendonly", "yes");
        set("maxmemory-policy", "allkeys-lru");
        assertThat(concernsOf(server.uri()))
                .singleElement()
                .asString()
                .contains("evict")
                .contains("allkeys-lru")
                .contains("set maxmemory-policy noeviction");
    }

    @Test
    void aServerThatPersistsNothingIsTold() {
        set("appendonly", "no");
        set("maxmemory-policy", "noeviction");
        assertThat(concernsOf(server.uri())).singleElement().asString().contains("set appendonly yes");
    }

    @Test
    void nothingIsSaidOfAServerThatIsWellSetUp() {
        set("appendonly", "yes");
        set("maxmemory-policy", "noeviction");
        assertThat(concernsOf(server.uri())).isEmpty();
    }

    @Test
    void whoMayNotAskIsLetInWithoutAWord() {
        AclUser user = new AclUser("blind", "hidden", List.of("on", ">hidden", "~*", "&*", "+@all", "-info"));
        user.create(server);
        try (Mortise node = Mortise.builder()
                .store(storeAt(user.uri(server, 0)))
                .checkStore()
                .build()) {
            assertThat(outcome(node)).isInstanceOf(Outcome.Failed.class);
            assertThat(node.lock("check").tryLock()).isTrue();
            node.lock("check").unlock();
        }
    }

    private List<String> concernsOf(String uri) {
        try (Mortise node = Mortise.builder().store(storeAt(uri)).checkStore().build()) {
            return ((Outcome.Done<List<String>>) outcome(node)).value();
        }
    }

    private static Outcome<List<String>> outcome(Mortise node) {
        try {
            return node.store().concerns().await(Long.MAX_VALUE, false);
        } catch (InterruptedException e) {
            throw new AssertionError("not interruptible", e);
        }
    }

    private void set(String option, String value) {
        server.command("CONFIG", "SET", option, value);
    }
}
