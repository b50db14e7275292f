package dev.mortise.jedis;

import dev.mortise.redis.QuorumStore;
import dev.mortise.tck.QuorumKit;

/** The promises of a quorum, over Jedis. */
class JedisQuorumTest extends QuorumKit {

    @Override
    protected QuorumStore quorum(String... uris) {
        return JedisStore.quorum(uris);
    }
}
