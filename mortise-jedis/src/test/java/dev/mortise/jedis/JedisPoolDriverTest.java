package dev.mortise.jedis;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.driver.DriverKit;
import dev.mortise.tck.driver.Heard;
import dev.mortise.tck.driver.TestScripts;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;

/** A driver's duties, over a pooled Jedis client of the application. */
class JedisPoolDriverTest extends DriverKit {

    @Override
    protected Driver driver(int port, Duration quiet) {
        return new ClientDriver(opened(RedisClient.create(new HostAndPort("127.0.0.1", port))), (int) quiet.toMillis());
    }

    @Test
    void thePoolOfTheClientIsLeftAlone() throws Exception {
        try (RedisClient client = RedisClient.create("127.0.0.1", server.port())) {
            int idle = client.getPool().getNumIdle();
            long before = connections();
            Driver driver = new ClientDriver(client);
            Link link = open(driver);
            for (int i = 0; i < 10; i++) {
                value(link.send(TestScripts.store("k", "1", i)));
            }
            Heard heard = new Heard();
            Driver.Subscription subscription = driver.listen("news", heard, "mortise-test-messages");
            heard.expect("subscribed news");
            assertThat(connections()).as("two for scripts, one for messages").isEqualTo(before + 3);
            server.command("CLIENT", "KILL", "TYPE", "normal");
            for (int i = 0; i < 2; i++) {
                link.send(TestScripts.store("k", "1", i)).await(soon(), true);
                value(link.send(TestScripts.store("k", "1", i)));
            }
            assertThat(client.getPool().getNumActive()).isZero();
            assertThat(client.getPool().getNumIdle()).isEqualTo(idle);
            subscription.close();
            link.close();
            driver.close();
            SafetyViolation.checked(() -> eventually("every connection is closed", () -> connections() <= before));
            assertThat(client.getPool().isClosed()).isFalse();
        }
    }

    /** Connections that come out of the pool may have any of this; Mortise takes none of them. */
    @Test
    void whatTheApplicationLeftOnAConnectionOfThePoolDoesNoHarm() throws Exception {
        try (RedisClient client = RedisClient.create("127.0.0.1", server.port())) {
            leave(client, "SELECT", "1");
            leave(client, "MULTI");
            try (Connection owesAReply = client.getPool().getResource()) {
                owesAReply.sendCommand(Protocol.Command.ECHO, "an answer too much");
            }
            Driver driver = new ClientDriver(client);
            Link link = open(driver);
            for (int i = 0; i < 10; i++) {
                Object count = value(link.send(TestScripts.store("k", Integer.toString(i), i)));
                assertThat(count).isEqualTo(i + 1L);
            }
            assertThat(server.command("GET", "k")).isEqualTo("9");
            link.close();
            driver.close();
        }
    }

    private static void leave(RedisClient client, String... command) {
        try (Connection connection = client.getPool().getResource()) {
            connection.executeCommand(new CommandArguments(Protocol.Command.valueOf(command[0]))
                    .addObjects((Object[]) Arrays.copyOfRange(command, 1, command.length)));
        }
    }

    private long connections() {
        return Long.parseLong(server.info("clients").get("connected_clients"));
    }

    /** Jedis ends its loop then, and the connection is still subscribed. */
    @Test
    void anInterruptedSubscriptionDoesNotPoisonThePool() throws Exception {
        try (RedisClient client = RedisClient.create("127.0.0.1", server.port())) {
            Driver driver = new ClientDriver(client);
            Heard heard = new Heard();
            Driver.Subscription subscription = driver.listen("news", heard, "mortise-test-interrupted");
            heard.expect("subscribed news");
            String before = listener();
            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("mortise-test-interrupted"))
                    .forEach(Thread::interrupt);
            server.command("PUBLISH", "news", "wakes it");
            heard.expect("news wakes it");
            heard.expect("interrupted");
            heard.expect("subscribed news");
            assertThat(listener()).as("not the same connection out of the pool").isNotEqualTo(before);
            subscription.close();
            driver.close();
            assertThat(client.ping()).isEqualTo("PONG");
        }
    }

    private String listener() {
        return String.valueOf(server.command("CLIENT", "LIST", "TYPE", "pubsub"))
                .replaceFirst("(?s) .*", "");
    }

    @Test
    void aPoolThatIsExhaustedIsNoHindrance() throws Exception {
        ConnectionPoolConfig one = new ConnectionPoolConfig();
        one.setMaxTotal(1);
        try (RedisClient client = RedisClient.builder()
                        .hostAndPort("127.0.0.1", server.port())
                        .poolConfig(one)
                        .build();
                Connection last = client.getPool().getResource()) {
            Link link = open(new ClientDriver(client));
            value(link.send(TestScripts.store("k", "1", 0)));
            value(link.send(TestScripts.store("k", "1", 1)));
            assertThat(last.ping()).isTrue();
            link.close();
        }
    }
}
