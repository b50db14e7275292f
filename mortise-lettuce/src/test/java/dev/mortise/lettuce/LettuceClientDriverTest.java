package dev.mortise.lettuce;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.StoreRefusedException;
import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.driver.DriverKit;
import dev.mortise.tck.driver.TestScripts;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A driver's duties, over a client of the application that reconnects and sends again by itself, as by default. */
class LettuceClientDriverTest extends DriverKit {

    @Override
    protected Driver driver(int port, Duration quiet) {
        return LettuceStore.driver(opened(RedisClient.create(RedisURI.create("127.0.0.1", port))), null)
                .pingedAfter(quiet.toNanos());
    }

    @Test
    void aClientWithoutAUriIsTold() {
        RedisClient client = opened(RedisClient.create());
        assertThatThrownBy(() -> open(LettuceStore.driver(client, null)))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("LettuceStore.using(client, uri)");
    }

    @Test
    void aClientThatWasShutDownIsTold() {
        RedisClient client = RedisClient.create(server.uri());
        client.shutdown();
        assertThatThrownBy(() -> open(LettuceStore.driver(client, null))).hasMessageContaining("shut it down");
    }

    @Test
    void closingLeavesTheClientAsItWas() throws Exception {
        RedisClient client = opened(RedisClient.create(server.uri()));
        try (var theirs = client.connect()) {
            String before = theirs.sync().clientList();
            Driver driver = LettuceStore.driver(client, null);
            Link link = open(driver);
            value(link.send(TestScripts.store("k", "1", 0)));
            link.close();
            driver.close();
            assertThat(theirs.sync().ping()).isEqualTo("PONG");
            SafetyViolation.checked(() -> eventually(
                    "only the application's connections are left",
                    () -> theirs.sync().clientList().lines().count()
                            == before.lines().count()));
        }
    }
}
