package dev.mortise.jedis;

import static dev.mortise.tck.Eventually.eventually;

import dev.mortise.redis.Driver;
import dev.mortise.tck.driver.DriverKit;
import dev.mortise.tck.driver.Heard;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** A driver's duties, over any other Jedis client of the application. */
class JedisPipelineDriverTest extends DriverKit {

    @Override
    @SuppressWarnings("deprecation") // the plainest client that shows no pool
    protected Driver driver(int port, Duration quiet) {
        PooledConnectionProvider provider = new PooledConnectionProvider(new HostAndPort("127.0.0.1", port));
        return new ClientDriver(opened(new UnifiedJedis(provider, 1, Duration.ofSeconds(1))), (int) quiet.toMillis());
    }

    /** Such a client gives no way to cut it; it goes on when the server does, or ends with the connection. */
    @Test
    @Override
    protected void aHalfOpenSubscriptionIsFoundOut() throws Exception {
        Heard heard = new Heard();
        Driver driver = driver(server.port(), Duration.ofMillis(50));
        open(driver, Duration.ofSeconds(1));
        listen(driver, heard);
        heard.expect("subscribed news");
        server.pause();
        try {
            eventually(
                    "the ping is given up",
                    () -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().endsWith("-ping")));
        } finally {
            server.resume();
        }
        server.command("PUBLISH", "news", "one");
        heard.expect("news one");
    }
}
