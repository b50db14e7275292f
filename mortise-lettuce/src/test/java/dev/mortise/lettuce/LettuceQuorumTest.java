package dev.mortise.lettuce;

import dev.mortise.redis.QuorumStore;
import dev.mortise.tck.QuorumKit;

/** The promises of a quorum, over Lettuce. */
class LettuceQuorumTest extends QuorumKit {

    @Override
    protected QuorumStore quorum(String... uris) {
        return LettuceStore.quorum(uris);
    }
}
