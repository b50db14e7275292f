package dev.mortise.jedis;

import dev.mortise.redis.RedisUri;
import dev.mortise.spi.Trouble;
import dev.mortise.spi.Trouble.Kind;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a connection could not be made, from the exceptions of socket, TLS and Jedis. */
final class ConnectTrouble {

    private ConnectTrouble() {}

    static Trouble of(RedisUri uri, Throwable failure) {
        if (find(failure, UnknownHostException.class) != null) {
            return trouble(Kind.UNAVAILABLE, "HOST", uri, "unknown host", "check the host's name and DNS", failure);
        }
        if (find(failure, SocketTimeoutException.class) != null) {
            String advice = "check host and port, firewalls between, and that Redis is not blocked"
                    + (uri.tls() ? ", and that the port speaks TLS" : "");
            return trouble(Kind.UNAVAILABLE, "TIMEOUT", uri, "no answer in time", advice, failure);
        }
        if (find(failure, SSLException.class) != null
                && find(failure, EOFException.class) == null
                && find(failure, SocketException.class) == null) {
            String advice = "check that the port speaks TLS, that the JVM trusts the certificate's issuer,"
                    + " and that the certificate is for this host";
            return trouble(Kind.REFUSED, "TLS", uri, "refused by TLS", advice, failure);
        }
        if (find(failure, ConnectException.class) != null) {
            String advice = "check that Redis listens on this host and port";
            return trouble(Kind.UNAVAILABLE, "CONNECT", uri, "connection refused", advice, failure);
        }
        String advice = uri.tls()
                ? "check that the port speaks TLS and that Redis is up"
                : "check that Redis is up; if the port speaks TLS, use rediss://";
        return trouble(Kind.UNAVAILABLE, "CONNECT", uri, "the connection broke during the login", advice, failure);
    }

    private static Trouble trouble(
            Kind kind, String code, RedisUri uri, String what, String advice, Throwable failure) {
        return new Trouble(kind, code, "cannot connect to " + uri + ": " + what, advice, false, failure);
    }

    /** Jedis hides the exceptions of the single addresses among the suppressed ones. */
    private static @Nullable Throwable find(@Nullable Throwable in, Class<? extends Throwable> type) {
        if (in == null || type.isInstance(in)) {
            return in;
        }
        for (Throwable suppressed : in.getSuppressed()) {
            Throwable found = find(suppressed, type);
            if (found != null) {
                return found;
            }
        }
        return find(in.getCause(), type);
    }
}
