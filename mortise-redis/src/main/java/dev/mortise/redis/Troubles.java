package dev.mortise.redis;

import dev.mortise.Circumstance;
import dev.mortise.MortiseException;
import dev.mortise.StoreRefusedException;
import dev.mortise.StoreUnavailableException;
import dev.mortise.spi.Trouble;
import dev.mortise.spi.Trouble.Kind;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What went wrong between us and the server, said so that a person knows what to do. */
public final class Troubles {

    /** What Redis itself answers to a script, whose connection stays as good as it was. */
    private static final Set<String> HARMLESS = Set.of(
            "WRONGTYPE",
            "LOADING",
            "BUSY",
            "READONLY",
            "MASTERDOWN",
            "CLUSTERDOWN",
            "TRYAGAIN",
            "NOREPLICAS",
            "MOVED",
            "ASK",
            "NOPERM",
            "OOM",
            "MISCONF",
            "NOSCRIPT",
            "NOSHARDS");

    private Troubles() {}

    /**
     * An error reply. The request took no effect: Mortise's scripts check types before they write, and the server checks
     * memory, permissions and its own role before it runs one. But one: in a slot that is being moved, a script may delete a key
     * and then not write it again. It ended there.
     */
    public static Trouble of(ServerError error) {
        String what = "Redis answered: " + error.message();
        if (error.message().startsWith("ERR max number of clients")) {
            String advice = "raise maxclients on the server, or find out who keeps so many connections";
            return new Trouble(Kind.UNAVAILABLE, error.code(), what, advice, false, null);
        }
        if (error.message().contains("access a non local key")) {
            String advice = "the lock's slot is being moved to another server: wait, or look at the migration";
            return new Trouble(Kind.UNAVAILABLE, "TRYAGAIN", what, advice, true, null);
        }
        if (error.isCrossSlot()) {
            String advice =
                    "the address leads to several shards: connect with redis-cluster://, if the service has that";
            return new Trouble(Kind.REFUSED, ServerError.CROSSSLOT, what, advice, false, null);
        }
        return new Trouble(kind(error.code()), error.code(), what, advice(error.code()), false, null);
    }

    /** A request that the server would refuse, because its keys are in several slots. */
    public static Trouble crossSlot() {
        return of(new ServerError(ServerError.CROSSSLOT + " the server has refused such a request before"));
    }

    /** Whether a reply, or a part of it, says that the server is a replica: its connection leads to the wrong one now. */
    public static boolean isReplica(@Nullable Object reply) {
        if (reply instanceof List<?> parts) {
            for (Object part : parts) {
                if (part instanceof ServerError && isReplica(part)) {
                    return true;
                }
            }
        }
        return reply instanceof ServerError error && error.code().equals("READONLY");
    }

    /**
     * Whether an error is none that Redis gives to a request of Mortise over a connection that has worked: its login has ended, or
     * a proxy has lost its server. The connection stays so, and a new one may be well.
     */
    public static boolean endsConnection(ServerError error) {
        return !error.isInScript() && !error.isCrossSlot() && !HARMLESS.contains(error.code());
    }

    /** The same, said of a request: it took no effect, and is worth another try over another connection. */
    public static Trouble connectionEnded(ServerError error) {
        return new Trouble(
                Kind.UNAVAILABLE,
                error.code(),
                "the connection has ceased to work (the server answered: " + error.message() + ")",
                "look at what is between the application and Redis, and at whether the user's password has changed",
                false,
                null);
    }

    /** A connection that broke; requests under way may have taken effect. */
    public static Trouble lost(@Nullable Throwable cause, boolean perhapsDone) {
        return new Trouble(
                Kind.UNAVAILABLE,
                "LOST",
                "the connection to Redis was lost" + because(cause),
                "check that Redis is up and the network between is stable",
                perhapsDone,
                cause);
    }

    /** A connection that could not be made. */
    public static Trouble notConnected(Throwable cause) {
        if (cause instanceof WireException told) {
            return told.trouble();
        }
        return new Trouble(
                Kind.UNAVAILABLE,
                "CONNECT",
                "no connection to Redis could be made" + because(cause),
                "check that Redis is up and can be reached from here",
                false,
                cause);
    }

    static Trouble notSent(long millis) {
        return new Trouble(
                Kind.UNAVAILABLE,
                "TIMEOUT",
                "the request could not be sent for " + millis + " ms",
                "check that Redis is up and can be reached from here",
                false,
                null);
    }

    /** A connection that was closed by its owner. */
    public static Trouble closed(boolean perhapsDone) {
        return new Trouble(
                Kind.UNAVAILABLE,
                "CLOSED",
                "the connection to Redis was closed by this application",
                "use locks only while their Mortise is open",
                perhapsDone,
                null);
    }

    /** A reply that no script of ours gives; it may have taken effect. */
    static Trouble unreadable(RuntimeException cause) {
        return new Trouble(
                Kind.REFUSED,
                "REPLY",
                "the server's reply is none that Mortise's scripts give (" + cause.getMessage() + ")",
                "look for another application that writes the lock's keys",
                true,
                cause);
    }

    /** As an exception, where no lock is concerned. */
    public static MortiseException exception(Trouble trouble) {
        String message = trouble.what() + "; " + trouble.advice();
        return trouble.kind() == Kind.UNAVAILABLE
                ? new StoreUnavailableException(message, Circumstance.NONE, trouble.cause())
                : new StoreRefusedException(trouble.code(), message, Circumstance.NONE, trouble.cause());
    }

    private static String because(@Nullable Throwable cause) {
        return cause == null || cause.getMessage() == null ? "" : " (" + cause.getMessage() + ")";
    }

    private static Kind kind(String code) {
        return switch (code) {
            case "WRONGTYPE" -> Kind.FOREIGN;
            case "LOADING", "BUSY", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "NOREPLICAS", "MOVED", "ASK" ->
                Kind.UNAVAILABLE;
            default -> Kind.REFUSED;
        };
    }

    private static String advice(String code) {
        return switch (code) {
            case "WRONGTYPE" ->
                "another application uses this key: choose another key prefix, or remove the key with forceUnlock()"
                        + " (docs/troubleshooting.md 'Wrong type')";
            case "LOADING" -> "the server is loading its data: wait, or look at its log";
            case "BUSY" -> "a script of another client blocks the server: SCRIPT KILL ends it";
            case "READONLY" -> "this is a replica: connect to its primary";
            case "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN" -> "the server waits for its peers: look at their state";
            case "NOREPLICAS" -> "too few replicas are connected: look at min-replicas-to-write and at the replicas";
            case "MOVED", "ASK" -> "this server is part of a Redis Cluster, and not every key lives on it";
            case "NOAUTH" -> "the server wants a password: connect with redis://user:password@host";
            case "WRONGPASS" -> "check user and password, and that the user is on";
            case "NOPERM" ->
                "the user lacks a permission: docs/wire.md lists those that Mortise needs"
                        + " (docs/troubleshooting.md 'Permissions')";
            case "OOM" -> "the server has reached maxmemory: give it more, or remove what fills it";
            case "MISCONF" -> "the server cannot save to disk and refuses writes: look at its log";
            case "NOSHARDS" -> "use Redis 7 or later, or Valkey, or leave messages=sharded out";
            case "DENIED" -> "the server is in protected mode: give it a password, or bind it to this network";
            default -> "look at the server's version (6.2 or later) and its log";
        };
    }
}
