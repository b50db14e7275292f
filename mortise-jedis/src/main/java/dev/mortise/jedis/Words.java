package dev.mortise.jedis;

import dev.mortise.redis.Request;
import redis.clients.jedis.Protocol;

/** A request as the words after EVALSHA or EVAL. */
final class Words {

    private Words() {}

    static byte[][] of(Request request, boolean withSource) {
        byte[][] keys = request.keys();
        byte[][] args = request.args();
        byte[][] words = new byte[2 + keys.length + args.length][];
        words[0] = withSource ? request.script().source() : request.script().sha();
        words[1] = Protocol.toByteArray(keys.length);
        System.arraycopy(keys, 0, words, 2, keys.length);
        System.arraycopy(args, 0, words, 2 + keys.length, args.length);
        return words;
    }
}
