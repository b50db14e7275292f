package dev.mortise.examples.springboot;

import dev.mortise.Mortise;
import java.time.Duration;
import java.util.Objects;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Service;

/** How many of an item are left: a number in Redis, read and written back. Two who do that at once sell the same item. */
@Service
class Stock {

    private final StringRedisTemplate redis;
    private final Mortise mortise;
    private final boolean locked;
    private final Duration payment;

    Stock(
            StringRedisTemplate redis,
            Mortise mortise,
            @Value("${shop.locked}") boolean locked,
            @Value("${shop.payment}") Duration payment) {
        this.redis = redis;
        this.mortise = mortise;
        this.locked = locked;
        this.payment = payment;
    }

    /** Sells one; false when there is none left. */
    boolean sell(String item) throws InterruptedException {
        return locked ? mortise.lock("stock:" + item).call(hold -> take(item)) : take(item);
    }

    private boolean take(String item) throws InterruptedException {
        int left =
                Integer.parseInt(Objects.requireNonNullElse(redis.opsForValue().get("stock:" + item), "0"));
        if (left == 0) {
            return false;
        }
        Thread.sleep(payment.toMillis());
        redis.opsForValue().set("stock:" + item, Integer.toString(left - 1));
        return true;
    }
}
