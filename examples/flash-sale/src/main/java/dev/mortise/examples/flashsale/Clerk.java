package dev.mortise.examples.flashsale;

import dev.mortise.DistributedLock;
import dev.mortise.HoldLostException;
import dev.mortise.LockOptions;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.UnifiedJedis;

/** A process that sells one item with lock and token, and says at each step what it sees. */
final class Clerk {

    static final Duration LEASE = Duration.ofMillis(1500);

    private Clerk() {}

    static List<String> task(String name, String prefix) {
        return Task.SELL_ONE.words(name, prefix);
    }

    static void run(Parent parent, List<String> details) {
        String name = details.get(0);
        String prefix = details.get(1);
        try (UnifiedJedis redis = Connections.jedis(parent.redisUri(), 2);
                Mortise mortise = Connections.mortise(parent.redisUri(), name, prefix)) {
            FencedStock stock = new FencedStock(redis, prefix);
            DistributedLock lock =
                    mortise.lock("fenced-stock", LockOptions.defaults().watchdogLease(LEASE));
            parent.tell("ready");
            parent.await("begin");
            sellOne(parent, lock, stock);
            parent.tell("end");
        }
    }

    private static void sellOne(Parent parent, DistributedLock lock, FencedStock stock) {
        CompletableFuture<Void> told = new CompletableFuture<>();
        OwnedHold hold = lock.acquire();
        hold.onLost(lost -> {
            parent.tell("lost");
            told.complete(null);
        });
        int left = stock.read();
        parent.tell("holds " + hold.token() + " " + left);

        parent.await("paid");
        parent.tell(hold.isValid() ? "valid" : "invalid");
        // A careful program would stop here when it is invalid. This one writes, to show what the token is for.
        parent.tell(stock.write(left - 1, hold.token()) ? "written" : "refused");
        try {
            hold.release();
            parent.tell("released");
        } catch (HoldLostException e) {
            told.orTimeout(5, TimeUnit.SECONDS).join();
            parent.tell("not-released " + e.reason());
        }
    }
}
