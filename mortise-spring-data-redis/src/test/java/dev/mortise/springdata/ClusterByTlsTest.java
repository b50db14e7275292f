package dev.mortise.springdata;

import dev.mortise.Mortise;
import dev.mortise.redis.Tls;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.Certificates;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** A factory that speaks TLS to a Redis Cluster, of one master. */
@Tag("servers")
class ClusterByTlsTest {

    @TempDir
    Path folder;

    @Test
    void mortiseSpeaksTlsAsTheFactoryDoes() {
        Certificates authority = Certificates.authority(folder, "authority");
        Certificates.Issued client = authority.issue("client", "client.example");
        ServerOptions options = ServerOptions.defaults()
                .withTls(authority.issue("server", "127.0.0.1"), authority.pem())
                .withConfig("cluster-enabled yes", "tls-cluster yes");
        try (RedisServer server = RedisServer.start(options);
                Factories factories = new Factories()) {
            server.command("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
            Eventually.eventually(
                    "the cluster is well",
                    () -> String.valueOf(server.command("CLUSTER", "INFO")).contains("cluster_state:ok"));
            Tls tls = Tls.ofJvm().trusting(authority.pem()).identifiedBy(client.pem(), client.key());
            for (Factories.Kind kind : new Factories.Kind[] {Factories.Kind.LETTUCE, Factories.Kind.JEDIS}) {
                RedisConnectionFactory factory = factories.toCluster(kind, server.tlsPort(), tls);
                try (Mortise one = Mortise.builder()
                                .store(SpringDataStore.using(factory))
                                .build();
                        Mortise two = Mortise.builder()
                                .store(SpringDataStore.using(factory))
                                .build()) {
                    one.lock("order")
                            .run(hold -> SafetyViolation.check(
                                    !two.lock("order").tryLock(), "Two owners over a factory on " + kind));
                }
            }
        }
    }
}
