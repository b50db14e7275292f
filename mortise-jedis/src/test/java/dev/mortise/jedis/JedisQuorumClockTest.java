package dev.mortise.jedis;

import dev.mortise.redis.QuorumStore;
import dev.mortise.tck.faults.QuorumClockKit;

/** Masters' clocks are set, over Jedis. */
class JedisQuorumClockTest extends QuorumClockKit {

    @Override
    protected QuorumStore quorum(String... uris) {
        return JedisStore.quorum(uris);
    }
}
