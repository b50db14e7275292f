package dev.mortise.redis;

import dev.mortise.spi.Trouble;
import dev.mortise.spi.Trouble.Kind;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Objects;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a connection could not be made: from the exceptions of socket and TLS, or the server's answer to the login. */
public final class ConnectTrouble {

    private ConnectTrouble() {}

    /**
     * From an exception.
     *
     * @param server the server as a person would name it, without secrets
     * @param tls whether TLS is spoken
     */
    public static Trouble of(String server, boolean tls, Throwable failure) {
        if (find(failure, UnknownHostException.class) != null) {
            return trouble(Kind.UNAVAILABLE, "HOST", server, "unknown host", "check the host's name and DNS", failure);
        }
        if (find(failure, SocketTimeoutException.class) != null) {
            String advice = "check host and port, firewalls between, and that Redis is not blocked"
                    + (tls ? ", and that the port speaks TLS" : "");
            return trouble(Kind.UNAVAILABLE, "TIMEOUT", server, "no answer in time", advice, failure);
        }
        if (find(failure, SSLException.class) != null
                && find(failure, EOFException.class) == null
                && find(failure, SocketException.class) == null) {
            return trouble(Kind.REFUSED, "TLS", server, "refused by TLS", tlsAdvice(failure), failure);
        }
        if (find(failure, ConnectException.class) != null) {
            String advice = "check that Redis listens on this host and port";
            return trouble(Kind.UNAVAILABLE, "CONNECT", server, "connection refused", advice, failure);
        }
        String advice = tls
                ? "check that the port speaks TLS, that Redis is up, and whether it wants a client certificate"
                : "check that Redis is up; if the port speaks TLS, use rediss://";
        String what = "the connection broke during the login (" + innermost(failure) + ")";
        return trouble(Kind.UNAVAILABLE, "CONNECT", server, what, advice, failure);
    }

    /**
     * From an error reply.
     *
     * @param command what was answered, such as {@code AUTH}
     */
    public static Trouble refused(String command, ServerError error) {
        Trouble trouble = Troubles.of(error);
        String advice = switch (error.code().equals("ERR") ? command : "") {
            case "AUTH" -> "take user and password out of the URI, or set them on the server";
            case "SELECT" -> "choose a database that the server has";
            default -> trouble.advice();
        };
        return new Trouble(trouble.kind(), trouble.code(), trouble.what(), advice, false, trouble.cause());
    }

    private static Trouble trouble(
            Kind kind, String code, String server, String what, String advice, Throwable failure) {
        return new Trouble(kind, code, "cannot connect to " + server + ": " + what, advice, false, failure);
    }

    private static String innermost(Throwable failure) {
        Throwable last = failure;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return Objects.requireNonNullElse(last.getMessage(), last.getClass().getSimpleName());
    }

    /** The JDK tells these cases apart by words alone. */
    private static String tlsAdvice(Throwable failure) {
        StringBuilder words = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            words.append(each).append('\n');
        }
        String text = words.toString();
        if (text.contains("PKIX path") || text.contains("unable to find valid certification path")) {
            return "the server's certificate is not trusted: name its issuer with ?cacert=ca.pem, a trust store with Tls,"
                    + " or javax.net.ssl.trustStore";
        }
        if (text.contains("subject alternative") || text.contains("No name matching")) {
            return "the server's certificate is for another host: connect by a name that is in it, or have one made for this"
                    + " host";
        }
        if (text.contains("certificate_required") || text.contains("bad_certificate") || text.contains("unknown_ca")) {
            return "the server wants a client certificate that it trusts: name it with ?cert=client.pem&key=client.key, or"
                    + " with Tls";
        }
        if (text.contains("certificate_expired")
                || text.contains("CertificateExpired")
                || text.contains("validity check failed")) {
            return "a certificate has expired, or is not valid yet: renew it, and check the clocks";
        }
        return "check that the port speaks TLS, that the JVM trusts the certificate's issuer, and that the certificate is for"
                + " this host";
    }

    /** Clients may hide the exceptions of the single addresses among the suppressed ones. */
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
