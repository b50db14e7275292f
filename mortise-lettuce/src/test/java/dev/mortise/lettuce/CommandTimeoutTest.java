package dev.mortise.lettuce;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.redis.Link;
import dev.mortise.tck.driver.DriverBench;
import dev.mortise.tck.driver.TestScripts;
import io.lettuce.core.RedisClient;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.HashedWheelTimer;
import org.junit.jupiter.api.Test;

/** A client times commands out by itself, by default after a minute. */
class CommandTimeoutTest extends DriverBench {

    @Test
    void theTimeoutOfAnAnsweredRequestIsForgotten() throws Exception {
        HashedWheelTimer timer = new HashedWheelTimer();
        opened(() -> timer.stop());
        ClientResources resources = ClientResources.builder().timer(timer).build();
        opened(() -> resources.shutdown().sync());
        RedisClient client = opened(RedisClient.create(resources, server.uri()));
        Link link = open(LettuceStore.driver(client, null));
        long before = timer.pendingTimeouts();
        for (int i = 0; i < 100; i++) {
            value(link.send(TestScripts.store("k", "1", 0)));
        }
        eventually("nothing is timed any more", () -> timer.pendingTimeouts() <= before);
        assertThat(client.getOptions().getTimeoutOptions().isTimeoutCommands()).isTrue();
    }
}
