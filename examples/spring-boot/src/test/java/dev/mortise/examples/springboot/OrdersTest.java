package dev.mortise.examples.springboot;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Two instances of the shop, one Redis, many customers at once. */
@Timeout(120)
@Tag("servers")
class OrdersTest {

    private static final int STOCK = 20;
    private static final int ORDERS = 60;

    private final RedisServer server = RedisServer.start();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void twoInstancesSellExactlyTheStock() {
        long sold = sold(true, "5ms");
        SafetyViolation.check(sold == STOCK, "Lost updates: " + sold + " of " + STOCK + " items were sold.");
        assertThat(server.command("GET", "stock:ticket")).isEqualTo("0");
        SafetyViolation.checked(() -> {
            eventually(
                    "both nodes have removed their keys",
                    () -> server.keys().stream().noneMatch(key -> key.startsWith("mortise:node:")));
            eventually(
                    "both nodes have left their channels",
                    () -> List.of().equals(server.command("PUBSUB", "CHANNELS")));
        });
    }

    @Test
    void withoutTheLockTheyOversell() {
        assertThat(sold(false, "100ms")).isGreaterThan(STOCK);
    }

    /** How many of the orders were taken if each payment takes that long. */
    private long sold(boolean locked, String payment) {
        server.command("SET", "stock:ticket", Integer.toString(STOCK));
        try (ConfigurableApplicationContext one = instance(locked, payment);
                ConfigurableApplicationContext two = instance(locked, payment)) {
            List<CompletableFuture<Integer>> answers = IntStream.range(0, ORDERS)
                    .mapToObj(i -> order(i % 2 == 0 ? one : two))
                    .toList();
            List<Integer> statuses =
                    answers.stream().map(CompletableFuture::join).toList();
            assertThat(statuses).isSubsetOf(201, 409);
            return statuses.stream().filter(status -> status == 201).count();
        }
    }

    private ConfigurableApplicationContext instance(boolean locked, String payment) {
        return new SpringApplicationBuilder(ShopApplication.class)
                .run(
                        "--server.port=0",
                        "--spring.data.redis.port=" + server.port(),
                        "--shop.locked=" + locked,
                        "--shop.payment=" + payment,
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=warn");
    }

    private CompletableFuture<Integer> order(ConfigurableApplicationContext instance) {
        String port = Objects.requireNonNull(instance.getEnvironment().getProperty("local.server.port"));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"item\": \"ticket\"}"))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding()).thenApply(HttpResponse::statusCode);
    }
}
