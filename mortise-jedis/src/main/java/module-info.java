/** Carries Mortise's scripts and messages over Jedis. */
module dev.mortise.jedis {
    requires transitive dev.mortise.redis;
    requires transitive redis.clients.jedis;
    requires org.apache.commons.pool2;
    requires org.slf4j;

    exports dev.mortise.jedis;

    provides dev.mortise.redis.DriverProvider with
            dev.mortise.jedis.JedisDriverProvider;
}
