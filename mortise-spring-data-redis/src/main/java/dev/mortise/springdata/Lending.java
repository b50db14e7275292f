package dev.mortise.springdata;

import dev.mortise.redis.ConnectTrouble;
import dev.mortise.redis.ServerError;
import dev.mortise.redis.WireException;
import dev.mortise.spi.Trouble;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;

/** Says what to do when a factory has no connection. */
final class Lending {

    private static final Set<String> LOGIN_ERRORS = Set.of("NOAUTH", "WRONGPASS", "NOPERM");

    private Lending() {}

    /** What to do about an exception of the factory; null if it is about the connection itself. */
    static @Nullable WireException aboutTheFactory(RuntimeException failure) {
        if (!(failure instanceof DataAccessException)) {
            return refused(String.valueOf(failure.getMessage()), failure);
        }
        if (root(failure) instanceof NoSuchElementException) {
            return new WireException(new Trouble(
                    Trouble.Kind.UNAVAILABLE,
                    "POOL",
                    "the connection factory's pool has no free connection",
                    "give its pool three connections more than the application needs",
                    false,
                    failure));
        }
        return null;
    }

    /** What to do about an exception of the factory or of a connection. */
    static WireException told(String server, RuntimeException failure) {
        WireException told = aboutTheFactory(failure);
        if (told != null) {
            return told;
        }
        ServerError error = new ServerError(String.valueOf(root(failure).getMessage()));
        return new WireException(
                LOGIN_ERRORS.contains(error.code())
                        ? ConnectTrouble.refused("AUTH", error)
                        : ConnectTrouble.of(server, false, failure));
    }

    static WireException refused(String why, @Nullable Throwable cause) {
        return new WireException(new Trouble(
                Trouble.Kind.REFUSED,
                "FACTORY",
                "the connection factory cannot be used (" + why + ")",
                "give Mortise a factory on Lettuce or Jedis, started before Mortise and stopped after it",
                false,
                cause));
    }

    private static Throwable root(RuntimeException failure) {
        return NestedExceptionUtils.getMostSpecificCause(failure);
    }
}
