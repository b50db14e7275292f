package dev.mortise.lettuce;

import dev.mortise.redis.Link;
import dev.mortise.redis.Outage;
import dev.mortise.redis.Request;
import dev.mortise.redis.Troubles;
import dev.mortise.spi.Reply;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A link over a few lanes: requests of equal affinity use the same one. */
final class LettuceLink implements Link {

    private static final Logger LOG = LoggerFactory.getLogger(LettuceLink.class);
    private static final int LANES = Integer.getInteger("lanes", 2);

    private final Dialer dialer;
    private final Lane[] lanes = new Lane[LANES];

    private LettuceLink(Dialer dialer) {
        this.dialer = dialer;
        Outage outage = new Outage(LOG, "a connection over " + dialer.server, dialer.time::nanos);
        for (int i = 0; i < LANES; i++) {
            lanes[i] = new Lane(dialer, outage);
        }
    }

    /**
     * Makes the first connection; the others are made when they are needed.
     *
     * @throws dev.mortise.MortiseException when the server cannot be reached or refuses
     */
    static LettuceLink open(Dialer dialer) {
        LettuceLink link = new LettuceLink(dialer);
        try {
            link.lanes[0].use(dialer.connectFirst().join());
        } catch (CompletionException e) {
            throw Troubles.exception(Troubles.notConnected(Objects.requireNonNullElse(e.getCause(), e)));
        }
        return link;
    }

    @Override
    public Reply<Object> send(Request request) {
        return lanes[Math.floorMod(request.affinity(), LANES)].send(request);
    }

    @Override
    public void close() {
        CompletableFuture<?>[] ends = Stream.of(lanes).map(Lane::close).toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(ends)
                .completeOnTimeout(null, dialer.limitNanos, TimeUnit.NANOSECONDS)
                .join();
    }
}
