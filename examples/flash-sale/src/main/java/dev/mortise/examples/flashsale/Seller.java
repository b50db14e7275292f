package dev.mortise.examples.flashsale;

import dev.mortise.Mortise;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import redis.clients.jedis.UnifiedJedis;

/** A process that sells: many buyers on one shop. */
final class Seller {

    private Seller() {}

    static List<String> task(String name, boolean locked, String prefix, int buyers, long seed) {
        return Task.SELL.words(name, Boolean.toString(locked), prefix, Integer.toString(buyers), Long.toString(seed));
    }

    static void run(Parent parent, List<String> details) {
        String name = details.get(0);
        boolean locked = Boolean.parseBoolean(details.get(1));
        String prefix = details.get(2);
        int buyers = Integer.parseInt(details.get(3));
        SplittableRandom random = new SplittableRandom(Long.parseLong(details.get(4)));

        ExecutorService threads = Executors.newFixedThreadPool(buyers);
        try (UnifiedJedis redis = Connections.jedis(parent.redisUri(), buyers);
                Mortise mortise = Connections.mortise(parent.redisUri(), name, prefix)) {
            Shop shop = new Shop(redis, prefix);
            Guard guard = locked ? Guard.by(mortise.lock("stock")) : Guard.none();
            List<Buyer> all = Stream.generate(() -> new Buyer(name, shop, guard, random.split()))
                    .limit(buyers)
                    .toList();
            parent.tell("ready");
            parent.await("sell");
            CompletableFuture.allOf(all.stream()
                            .map(buyer -> CompletableFuture.runAsync(buyer, threads))
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
            parent.tell("done");
        } finally {
            threads.shutdownNow();
        }
    }
}
