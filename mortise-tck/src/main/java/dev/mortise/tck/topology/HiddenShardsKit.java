package dev.mortise.tck.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.redis.Slots;
import dev.mortise.spi.Store;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.SlotRefusingProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks over a driver behind an address that hides several shards and refuses a script over several slots. */
@Timeout(120)
@Tag("servers")
public abstract class HiddenShardsKit {

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final int HOLDS = 400;

    protected HiddenShardsKit() {}

    /** A store of that driver at a URI, not yet open. */
    protected abstract Store storeAt(String uri);

    /** Their renewals fall due together, and so do the requests that take and release them. */
    @Test
    void watchedHoldsOfManySlotsAreKept() {
        try (RedisServer server = RedisServer.start();
                SlotRefusingProxy proxy = SlotRefusingProxy.to(server.port(), Slots::of);
                Mortise node = Mortise.builder()
                        .store(storeAt(proxy.uri()))
                        .watchdogLease(LEASE)
                        .build()) {
            List<CompletableFuture<OwnedHold>> asked = IntStream.range(0, HOLDS)
                    .mapToObj(i -> node.lock("hold-" + i).acquireAsync())
                    .toList();
            List<OwnedHold> holds = asked.stream().map(CompletableFuture::join).toList();
            Eventually.eventually("a renewal over several slots was refused", () -> proxy.refused() > 0);
            SafetyViolation.checked(() -> Eventually.never(
                    LEASE.multipliedBy(3).dividedBy(2),
                    "a hold is lost",
                    () -> holds.stream().anyMatch(hold -> !hold.isValid())));
            int refused = proxy.refused();
            SafetyViolation.checked(() -> Eventually.never(
                    LEASE, "a hold is lost", () -> holds.stream().anyMatch(hold -> !hold.isValid())));
            assertThat(proxy.refused()).as("scripts over several slots").isEqualTo(refused);
            CompletableFuture.allOf(holds.stream().map(OwnedHold::releaseAsync).toArray(CompletableFuture[]::new))
                    .join();
            assertThat(proxy.refused()).as("scripts over several slots").isEqualTo(refused);
        }
    }
}
