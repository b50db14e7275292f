package dev.mortise.examples.flashsale;

import java.util.List;
import redis.clients.jedis.UnifiedJedis;

/** The stock and the orders of one sale, in Redis. Each method is one command: nothing here is guarded. */
final class Shop {

    private final UnifiedJedis redis;
    private final String stockKey;
    private final String ordersKey;

    Shop(UnifiedJedis redis, String prefix) {
        this.redis = redis;
        this.stockKey = prefix + "stock";
        this.ordersKey = prefix + "orders";
    }

    int stock() {
        return Integer.parseInt(redis.get(stockKey));
    }

    void stock(int left) {
        redis.set(stockKey, Integer.toString(left));
    }

    void order(Order order) {
        redis.rpush(ordersKey, order.toString());
    }

    /** The orders from that one on, oldest first. */
    List<Order> ordersFrom(int first) {
        return redis.lrange(ordersKey, first, -1).stream().map(Order::parse).toList();
    }
}
