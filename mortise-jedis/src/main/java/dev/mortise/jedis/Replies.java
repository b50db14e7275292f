package dev.mortise.jedis;

import dev.mortise.redis.ServerError;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/** What Jedis read, as a wire gives it: errors are values, also inside a list. */
final class Replies {

    private Replies() {}

    static @Nullable Object of(@Nullable Object read) {
        if (read instanceof List<?> list) {
            for (Object part : list) {
                if (part instanceof JedisDataException) {
                    return list.stream().map(Replies::of).toList();
                }
            }
        }
        return read instanceof JedisDataException e ? error(e) : read;
    }

    static ServerError error(JedisDataException e) {
        return new ServerError(String.valueOf(e.getMessage()));
    }
}
