/**
 * Carries Mortise's scripts and messages over the connections of Spring Data Redis. On the module path an application also
 * requires {@code dev.mortise.lettuce} or {@code dev.mortise.jedis}, whichever client its connection factory is on.
 */
module dev.mortise.springdata {
    requires transitive dev.mortise.redis;
    requires transitive spring.data.redis;
    requires org.slf4j;
    requires spring.core;
    requires spring.tx;
    requires static dev.mortise.jedis;
    requires static dev.mortise.lettuce;

    exports dev.mortise.springdata;
}
