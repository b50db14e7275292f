/** Carries Mortise's scripts and messages over Lettuce. */
module dev.mortise.lettuce {
    requires transitive dev.mortise.redis;
    requires transitive lettuce.core;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.transport;
    requires org.slf4j;

    exports dev.mortise.lettuce;

    provides dev.mortise.redis.DriverProvider with
            dev.mortise.lettuce.LettuceDriverProvider;
}
