package dev.mortise.tck.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.MortiseException;
import dev.mortise.OwnedHold;
import dev.mortise.StoreRefusedException;
import dev.mortise.redis.Tls;
import dev.mortise.spi.Store;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.FaultyStore;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.AclUser;
import dev.mortise.tck.server.Certificates;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.SentinelServers;
import dev.mortise.tck.server.ServerGroup;
import dev.mortise.tck.server.ServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Locks over TLS behind Sentinel and in a Redis Cluster, whose servers and sentinels all want a client certificate; and what is
 * told when something is wrong.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
public abstract class TlsTopologyKit {

    private static final AclUser TELLER =
            new AclUser(TlsKit.USER, TlsKit.PASSWORD, List.of("on", ">" + TlsKit.PASSWORD, "~*", "&*", "+@all"));
    private static final String SENTINEL_LOGIN =
            "&sentinelUser=" + TELLER.name() + "&sentinelPassword=" + TELLER.password();

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int DOWN_AFTER_MILLIS = 1_000;

    /** No replica takes over. */
    private static final int PATIENT_MILLIS = 30_000;

    private Certificates authority;
    private Certificates stranger;
    private Certificates.Issued client;
    private SentinelServers sentinel;
    private ClusterServers cluster;

    @SuppressWarnings("NullAway.Init") // made before the first test
    protected TlsTopologyKit() {}

    /** A store of the driver, not yet open. */
    protected abstract Store storeAt(String uri);

    /** The same with other trust and keys. */
    protected abstract Store storeAt(String uri, Tls tls);

    /** A store over a client of the application, for a master behind sentinels. */
    protected abstract Store storeOverAClient(SentinelServers servers, Login login);

    /** A store over a client of the application, for a cluster. */
    protected abstract Store storeOverAClient(ClusterServers servers, Login login);

    /** Ends what {@link #storeOverAClient} has made beside the store. */
    protected abstract void closeClients();

    /** What a client of the application connects with, to sentinels as well. */
    protected record Login(String user, String password, Tls tls) {}

    @BeforeAll
    void start(@TempDir Path folder) {
        authority = Certificates.authority(folder, "authority");
        stranger = Certificates.authority(folder, "stranger");
        client = authority.issue("client", "client.example");
        ServerOptions each = ServerOptions.defaults()
                .withTls(authority.issue("server", "127.0.0.1"), authority.pem())
                .withConfig(TELLER.config());
        CompletableFuture<ClusterServers> meanwhile =
                CompletableFuture.supplyAsync(() -> ClusterServers.start(PATIENT_MILLIS, each));
        sentinel = SentinelServers.start(DOWN_AFTER_MILLIS, each);
        cluster = meanwhile.join();
    }

    @AfterAll
    void stop() {
        closeClients();
        groups().forEach(ServerGroup::close);
    }

    @Test
    void aMasterBehindSentinelAndItsSuccessor() {
        Supplier<Store> stores = () -> storeAt(uri(sentinel, files() + SENTINEL_LOGIN));
        try (Mortise one = node(stores);
                Mortise two = node(stores)) {
            excludeAndTell(one, two, "before");
            assertAllByTls(sentinel.sentinels().get(0));
            RedisServer master = sentinel.master();
            assertAllByTls(master);
            master.kill();
            RedisServer next = sentinel.awaitAnotherMasterOf("after", master);
            one.lock("after").run(hold -> {}); // whoever comes first may have to wait for it
            two.lock("after").run(hold -> {});
            excludeAndTell(one, two, "after");
            assertAllByTls(next);
        }
    }

    @Test
    void allMastersOfACluster() {
        allMasters(() -> storeAt(uri(cluster, files())));
    }

    @Test
    void allMastersOfAClusterWithShardedMessages() {
        allMasters(() -> storeAt(uri(cluster, files() + "&messages=sharded")));
        assertThat(cluster.masters())
                .allSatisfy(master -> assertThat(master.commandCalls()).containsKey("spublish"));
    }

    @Test
    void trustAndKeysFromStores() {
        char[] password = Certificates.PASSWORD.toCharArray();
        Tls tls = Tls.ofJvm().trusting(authority.store(), password).identifiedBy(client.store(), password);
        allMasters(() -> storeAt(uri(cluster, ""), tls));
        connect(storeAt(uri(sentinel, ""), tls));
    }

    @Test
    void clientsOfTheApplication() {
        Login login = new Login(TELLER.name(), TELLER.password(), trusted());
        allMasters(() -> storeOverAClient(cluster, login));
        try (Mortise one = node(() -> storeOverAClient(sentinel, login));
                Mortise two = node(() -> storeOverAClient(sentinel, login))) {
            excludeAndTell(one, two, "lent");
            assertAllByTls(sentinel.master());
        }
    }

    @Test
    void aCertificateOfAStrangerIsRefused() {
        Tls trustsOthers = Tls.ofJvm().trusting(stranger.pem()).identifiedBy(client.pem(), client.key());
        groups().forEach(group -> assertThatThrownBy(() -> connect(storeAt(uri(group, ""), trustsOthers)))
                .isInstanceOfSatisfying(
                        StoreRefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("TLS"))
                .hasMessageContaining("is not trusted: name its issuer")
                .satisfies(TlsKit::showsNoSecret));
    }

    @Test
    void aMissingClientCertificateIsTold() {
        groups().forEach(group -> assertThatThrownBy(() -> connect(storeAt(uri(group, "?cacert=" + authority.pem()))))
                .isInstanceOf(MortiseException.class)
                .hasMessageContaining("client certificate")
                .satisfies(TlsKit::showsNoSecret));
    }

    @Test
    void aWrongPasswordIsTold() {
        groups().forEach(group -> assertThatThrownBy(
                        () -> connect(storeAt(uri(group, files()).replace(TlsKit.PASSWORD, "wr0ng-word"))))
                .isInstanceOfSatisfying(
                        StoreRefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("WRONGPASS"))
                .hasMessageContaining("check user and password")
                .satisfies(TlsKit::showsNoSecret));
    }

    private void allMasters(Supplier<Store> stores) {
        List<String> names = IntStream.range(0, 8).mapToObj(i -> "told-" + i).toList();
        assertThat(names.stream().map(name -> cluster.masterOf("mortise:{" + name + "}")))
                .containsAll(cluster.masters());
        try (Mortise one = node(stores);
                Mortise two = node(stores)) {
            names.forEach(name -> excludeAndTell(one, two, name));
            cluster.masters().forEach(TlsTopologyKit::assertAllByTls);
        }
    }

    private static void excludeAndTell(Mortise holder, Mortise waiter, String name) {
        DistributedLock mine = holder.lock(name);
        DistributedLock theirs = waiter.lock(name);
        OwnedHold hold = mine.acquire();
        boolean second = theirs.tryLock();
        SafetyViolation.check(!second || !hold.isValid(), "The lock has two owners at once.");
        assertThat(second).isFalse();
        CompletableFuture<OwnedHold> waits = theirs.acquireAsync();
        Eventually.eventually("it waits", () -> mine.inspect().waiters().size() == 1);
        FaultyStore hearing = (FaultyStore) waiter.store();
        int before = hearing.heard();
        hold.release();
        waits.join().release();
        Eventually.eventually("the waiter heard of it", () -> hearing.heard() > before);
    }

    /** The user is connected there, or soon will be, and by TLS alone. */
    private static void assertAllByTls(RedisServer server) {
        Eventually.eventually(
                "connected to " + server, () -> !connections(server).isEmpty());
        assertThat(connections(server))
                .allSatisfy(client -> assertThat(client).contains(" laddr=127.0.0.1:" + server.tlsPort() + " "));
    }

    private static List<String> connections(RedisServer server) {
        return String.valueOf(server.command("CLIENT", "LIST"))
                .lines()
                .filter(client -> client.contains(" user=" + TELLER.name() + " "))
                .toList();
    }

    /** Any failure comes at once; a client's first connection takes time on a busy machine. */
    private static void connect(Store store) {
        Mortise.builder().store(store).requestLimit(PATIENCE).build().close();
    }

    private Mortise node(Supplier<Store> stores) {
        return Mortise.builder()
                .store(new FaultyStore(stores.get()))
                .unavailableLimit(PATIENCE)
                .closeGrace(Duration.ZERO)
                .build();
    }

    private List<ServerGroup> groups() {
        return List.of(sentinel, cluster);
    }

    private Tls trusted() {
        return Tls.ofJvm().trusting(authority.pem()).identifiedBy(client.pem(), client.key());
    }

    private String files() {
        return "?cacert=" + authority.pem() + "&cert=" + client.pem() + "&key=" + client.key();
    }

    /** The name of a master stands behind the query. */
    private static String uri(ServerGroup group, String query) {
        String uri = TELLER.uri(group);
        int end = uri.indexOf('#') < 0 ? uri.length() : uri.indexOf('#');
        return uri.substring(0, end) + query + uri.substring(end);
    }
}
