package dev.mortise.jedis;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.spi.Trouble;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.driver.DriverKit;
import dev.mortise.tck.driver.Heard;
import dev.mortise.tck.driver.TestScripts;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;

/** A driver's duties, over a pooled Jedis client of the application. */
class JedisPoolDriverTest extends DriverKit {

    @Override
    protected Driver driver(int port, Duration quiet) {
        return new ClientDriver(opened(RedisClient.create(new HostAndPort("127.0.0.1", port))), (int) quiet.toMillis());
    }

    @Test
    void aPoolLendsAtMostThreeAndGetsThemBack() throws Exception {
        try (RedisClient client = RedisClient.create("127.0.0.1", server.port())) {
            Driver driver = new ClientDriver(client);
            Link link = open(driver);
            assertThat(client.getPool().getNumActive()).isEqualTo(1);
            for (int i = 0; i < 10; i++) {
                value(link.send(TestScripts.store("k", "1", i)));
            }
            assertThat(client.getPool().getNumActive()).isEqualTo(2);
            Heard heard = new Heard();
            Driver.Subscription subscription = driver.listen("news", heard, "mortise-test-messages");
            heard.expect("subscribed news");
            assertThat(client.getPool().getNumActive()).isEqualTo(3);
            server.command("CLIENT", "KILL", "TYPE", "normal");
            for (int i = 0; i < 2; i++) {
                link.send(TestScripts.store("k", "1", i)).await(soon(), true);
                value(link.send(TestScripts.store("k", "1", i)));
            }
            eventually(
                    "the broken connections are replaced",
                    () -> client.getPool().getNumActive() == 3);
            subscription.close();
            link.close();
            driver.close();
            SafetyViolation.checked(() -> eventually(
                    "every connection is back in the pool",
                    () -> client.getPool().getNumActive() == 0));
            assertThat(client.getPool().getNumIdle()).isPositive();
            assertThat(client.get("k")).isEqualTo("1");
            assertThat(client.ping()).isEqualTo("PONG");
        }
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
    void anExhaustedPoolIsToldAfterTheLimit() throws Exception {
        ConnectionPoolConfig one = new ConnectionPoolConfig();
        one.setMaxTotal(1);
        try (RedisClient client = RedisClient.builder()
                .hostAndPort("127.0.0.1", server.port())
                .poolConfig(one)
                .build()) {
            Link link = open(new ClientDriver(client), Duration.ofSeconds(5));
            value(link.send(TestScripts.store("k", "1", 0)));
            Trouble trouble = trouble(link.send(TestScripts.store("k", "1", 1)));
            assertThat(trouble.code()).isEqualTo("POOL");
            assertThat(trouble.perhapsDone()).isFalse();
            link.close();
        }
    }
}
