package dev.mortise.tck.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Mortise;
import dev.mortise.MortiseException;
import dev.mortise.StoreRefusedException;
import dev.mortise.redis.Tls;
import dev.mortise.spi.Store;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.Certificates;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Locks over TLS, on a real server that wants a client certificate, a user and a password; and what is told when one of them is
 * wrong.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
public abstract class TlsKit {

    static final String USER = "teller";
    static final String PASSWORD = "s3cret-word";
    private static final int THREADS = 8;
    private static final int TIMES = 100;

    private Path folder;
    private Certificates authority;
    private Certificates stranger;
    private Certificates.Issued client;
    private RedisServer server;

    @SuppressWarnings("NullAway.Init") // made before the first test
    protected TlsKit() {}

    /** A store of the driver, not yet open. */
    protected abstract Store storeAt(String uri);

    /** The same with other trust and keys. */
    protected abstract Store storeAt(String uri, Tls tls);

    /**
     * A store over a client as an application makes it.
     *
     * @param authority a PKCS12 store of whom to trust
     * @param client a PKCS12 store with the client's certificate
     * @param password of both
     */
    protected abstract Store storeOverAClient(
            int port, String user, String secret, Path authority, Path client, String password);

    /** Ends what {@link #storeOverAClient} has made beside the store. */
    protected abstract void closeClients();

    @BeforeAll
    void start(@TempDir Path made) {
        folder = made;
        authority = Certificates.authority(folder, "authority");
        stranger = Certificates.authority(folder, "stranger");
        client = authority.issue("client", "client.example");
        server = start(authority.issue("server", "127.0.0.1"));
    }

    @AfterAll
    void stop() {
        closeClients();
        server.close();
    }

    @Test
    void aLockIsTakenAwaitedAndHandedOnWithFilesInTheUri() throws Exception {
        String uri = uri("localhost", "?cacert=" + authority.pem() + "&cert=" + client.pem() + "&key=" + client.key());
        takeAwaitAndHandOn(() -> storeAt(uri));
    }

    @Test
    void aLockIsTakenAwaitedAndHandedOnWithStoresAndPasswords() throws Exception {
        char[] password = Certificates.PASSWORD.toCharArray();
        Tls tls = Tls.ofJvm().trusting(authority.store(), password).identifiedBy(client.store(), password);
        takeAwaitAndHandOn(() -> storeAt(uri("127.0.0.1", ""), tls));
    }

    @Test
    void aLockIsTakenAwaitedAndHandedOnOverTheApplicationsClient() throws Exception {
        takeAwaitAndHandOn(() -> storeOverAClient(
                server.tlsPort(), USER, PASSWORD, authority.store(), client.store(), Certificates.PASSWORD));
    }

    @Test
    void manyThreadsShareALockOverTls() throws Exception {
        int[] count = {0};
        try (Mortise one = Mortise.builder()
                        .store(storeAt(uri("127.0.0.1", ""), trusted()))
                        .build();
                Mortise two = Mortise.builder()
                        .store(storeAt(uri("127.0.0.1", ""), trusted()))
                        .build()) {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                DistributedLock lock = (i % 2 == 0 ? one : two).lock("shared");
                all.add(CompletableFuture.runAsync(
                        () -> {
                            for (int n = 0; n < TIMES; n++) {
                                lock.run(hold -> count[0]++);
                            }
                        },
                        task -> new Thread(task, "over-tls").start()));
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(50, TimeUnit.SECONDS);
        }
        int updates = THREADS * TIMES;
        SafetyViolation.check(count[0] == updates, "Lost updates: " + count[0] + " of " + updates + ".");
    }

    @Test
    void aCertificateOfAStrangerIsRefused() {
        Tls trustsOthers = Tls.ofJvm().trusting(stranger.pem()).identifiedBy(client.pem(), client.key());
        assertRefused(uri("127.0.0.1", ""), trustsOthers, "TLS", "is not trusted: name its issuer");
    }

    @Test
    void aCertificateForAnotherHostIsRefused() {
        try (RedisServer other = start(authority.issue("other", "other.example"))) {
            String uri = "rediss://" + USER + ":" + PASSWORD + "@127.0.0.1:" + other.tlsPort();
            assertRefused(uri, trusted(), "TLS", "for another host");
        }
    }

    @Test
    void aMissingClientCertificateIsTold() {
        assertThatThrownBy(
                        () -> connect(storeAt(uri("127.0.0.1", ""), Tls.ofJvm().trusting(authority.pem()))))
                .isInstanceOf(MortiseException.class)
                .hasMessageContaining("client certificate")
                .satisfies(TlsKit::showsNoSecret);
    }

    @Test
    void aWrongPasswordIsTold() {
        String uri = uri("127.0.0.1", "").replace(PASSWORD, "wr0ng-word");
        assertRefused(uri, trusted(), "WRONGPASS", "check user and password");
    }

    @Test
    void aPlainPortIsTold() {
        Duration unanswered = Duration.ofSeconds(2);
        assertThatThrownBy(() -> connect(storeAt("rediss://127.0.0.1:" + server.port(), trusted()), unanswered))
                .isInstanceOf(MortiseException.class)
                .hasMessageContaining("that the port speaks TLS");
        assertThatThrownBy(() -> connect(storeAt("redis://127.0.0.1:" + server.tlsPort()), unanswered))
                .isInstanceOf(MortiseException.class)
                .hasMessageContaining("rediss://");
    }

    @Test
    void aFileThatIsNotThereIsToldBeforeAnythingElse() {
        assertThatThrownBy(() -> storeAt(uri("127.0.0.1", "?cacert=" + folder.resolve("nothing.pem"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing.pem")
                .satisfies(TlsKit::showsNoSecret);
    }

    private Tls trusted() {
        return Tls.ofJvm().trusting(authority.pem()).identifiedBy(client.pem(), client.key());
    }

    private String uri(String host, String query) {
        return "rediss://" + USER + ":" + PASSWORD + "@" + host + ":" + server.tlsPort() + query;
    }

    private void assertRefused(String uri, Tls tls, String code, String advice) {
        assertThatThrownBy(() -> connect(storeAt(uri, tls)))
                .isInstanceOfSatisfying(
                        StoreRefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code))
                .hasMessageContaining(advice)
                .satisfies(TlsKit::showsNoSecret);
    }

    /** What the server refuses it refuses at once, but on a busy machine the first connection takes time. */
    private static void connect(Store store) {
        connect(store, Duration.ofSeconds(20));
    }

    private static void connect(Store store, Duration limit) {
        Mortise.builder().store(store).requestLimit(limit).build().close();
    }

    private static void takeAwaitAndHandOn(Supplier<Store> stores) throws Exception {
        try (Mortise one = Mortise.builder().store(stores.get()).build();
                Mortise two = Mortise.builder().store(stores.get()).build()) {
            DistributedLock mine = one.lock("vault");
            DistributedLock theirs = two.lock("vault");
            for (int i = 0; i < 5; i++) {
                mine.lock();
                Hold hold = mine.hold().orElseThrow();
                boolean second = theirs.tryLock();
                SafetyViolation.check(!second || !hold.isValid(), "The lock has two owners at once.");
                assertThat(second).isFalse();
                CompletableFuture<?> wait = theirs.lockAsync();
                Eventually.eventually("queued", () -> mine.inspect().waiters().size() == 1);
                mine.unlock();
                wait.get(30, TimeUnit.SECONDS);
                theirs.unlock();
            }
        }
    }

    private RedisServer start(Certificates.Issued certificate) {
        RedisServer started = RedisServer.start(ServerOptions.defaults().withTls(certificate, authority.pem()));
        started.command("ACL", "SETUSER", USER, "reset", "on", ">" + PASSWORD, "~*", "&*", "+@all");
        return started;
    }

    static void showsNoSecret(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        assertThat(text.toString())
                .doesNotContain(PASSWORD)
                .doesNotContain("wr0ng-word")
                .doesNotContain(Certificates.PASSWORD);
    }
}
