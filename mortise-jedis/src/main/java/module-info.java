/** Carries Mortise's scripts and messages over Jedis. */
module dev.mortise.jedis {
    requires transitive dev.mortise.redis;
    requires transitive redis.clients.jedis;

    exports dev.mortise.jedis;
}
