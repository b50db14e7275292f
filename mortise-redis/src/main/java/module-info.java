/** Mortise's locks in Redis, over any driver. */
module dev.mortise.redis {
    requires transitive dev.mortise;
    requires org.slf4j;

    exports dev.mortise.redis;

    uses dev.mortise.redis.DriverProvider;

    provides dev.mortise.spi.StoreProvider with
            dev.mortise.redis.RedisStoreProvider;
}
