package dev.mortise.redis;

import dev.mortise.Acknowledgement;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An acquire that counts only when replicas or disks have it. Over one connection: the acquire; if granted, WAIT or WAITAOF;
 * if too few have it in time, the release. WAIT asks for what its own connection has written, or seen written: over another
 * one it would be answered at once.
 */
final class Acknowledging {

    private static final Pattern CONNECTED = Pattern.compile("(?m)^connected_slaves:(\\d+)");
    private static final byte[] INFO = RedisStore.bytes("INFO");
    private static final byte[] REPLICATION = RedisStore.bytes("replication");
    private static final byte[] WAIT = RedisStore.bytes("WAIT");
    private static final byte[] WAITAOF = RedisStore.bytes("WAITAOF");
    private static final byte[] ONE = {'1'};

    /**
     * How late the server may be with saying that the time is over, which it looks at every 100 ms. A quarter is kept at least: the
     * lock must be given back, too, within the time.
     */
    private static final int LATE_MILLIS = 120;

    private final Request acquire;
    private final Request release;
    private final Acknowledgement asked;
    private final int millis;

    /** Whether no call waits for it any longer. Then it is given back as soon as it is granted. */
    private volatile boolean withdrawn;

    /**
     * @param release ends the grant of that acquire
     */
    Acknowledging(Request acquire, Request release, Acknowledgement asked) {
        this.acquire = acquire;
        this.release = release;
        this.asked = asked;
        int within = (int) asked.within().toMillis();
        this.millis = Math.max(1, Math.max(within / 4, Math.min(within * 3 / 4, within - LATE_MILLIS)));
    }

    /**
     * The call that made it has ended. Its withdrawal goes over another connection and may reach the server first; the acquire
     * would then be granted, and kept while replicas are awaited.
     */
    void withdraw() {
        withdrawn = true;
    }

    /** The outcome of an acquire, acknowledged or not. */
    static Outcome<Object> read(Outcome<Object> outcome) {
        return outcome instanceof Outcome.Done<Object> done && done.value() instanceof Trouble trouble
                ? new Outcome.Failed<>(trouble)
                : outcome;
    }

    /** The whole as one request, answered as the acquire is, or with what {@link #read} makes a failure of. */
    Request request() {
        return acquire.then(reply -> {
            if (reply instanceof ServerError || (reply instanceof List<?> refusal && refusal.size() != 1)) {
                return reply;
            }
            if (withdrawn) {
                return giveBack(unacknowledged("the call had ended"));
            }
            return asked.isByAll() ? count(reply) : await(reply, asked.replicas());
        });
    }

    private Request count(@Nullable Object granted) {
        return Request.command(0, INFO, REPLICATION).then(reply -> {
            Matcher connected =
                    CONNECTED.matcher(reply instanceof byte[] text ? new String(text, StandardCharsets.US_ASCII) : "");
            if (!connected.find()) {
                return giveBack(refusal("INFO", reply));
            }
            int replicas = Integer.parseInt(connected.group(1));
            return replicas == 0
                    ? giveBack(unacknowledged("no replica is connected to the server"))
                    : await(granted, replicas);
        });
    }

    private Request await(@Nullable Object granted, int replicas) {
        byte[] number = RedisStore.bytes(replicas);
        byte[] time = RedisStore.bytes(millis);
        Request wait = asked.isOnDisk()
                ? Request.command(millis, WAITAOF, ONE, number, time)
                : Request.command(millis, WAIT, number, time);
        return wait.then(reply -> {
            if (asked.isOnDisk() && reply instanceof List<?> disks && disks.size() == 2) {
                long own = Answers.number(disks.get(0));
                long others = Answers.number(disks.get(1));
                return own >= 1 && others >= replicas
                        ? granted
                        : giveBack(unacknowledged((own == 0 ? "not the server's disk" : "the server's disk") + " and "
                                + others + " of " + replicas + " replicas' disks had it"));
            }
            if (!asked.isOnDisk() && reply instanceof Long replicasThen) {
                return replicasThen >= replicas
                        ? granted
                        : giveBack(unacknowledged(replicasThen + " of " + replicas + " replicas had it"));
            }
            return giveBack(refusal(asked.isOnDisk() ? "WAITAOF" : "WAIT", reply));
        });
    }

    private Request giveBack(Trouble why) {
        return release.then(reply -> reply instanceof Long ? certain(why) : why);
    }

    private Trouble unacknowledged(String who) {
        return new Trouble(
                Trouble.Kind.UNACKNOWLEDGED,
                "UNACKNOWLEDGED",
                "the lock was free, but after " + asked.within().toMillis() + " ms " + who + ", so it was given back ("
                        + asked + ")",
                "look at the replicas, allow more time, or ask fewer of them",
                true,
                null);
    }

    private static Trouble refusal(String command, @Nullable Object reply) {
        if (!(reply instanceof ServerError error)) {
            return Troubles.unreadable(new IllegalStateException("no reply of " + command));
        }
        Trouble trouble = Troubles.of(error);
        String advice = error.message().startsWith("ERR unknown command")
                ? command + " needs Redis 7.2 or Valkey: ask replicas without their disks, or take a newer server"
                : error.message().contains("appendonly")
                        ? "set appendonly yes on the server, or ask for no disk"
                        : trouble.advice();
        return new Trouble(
                trouble.kind(),
                trouble.code(),
                "the lock cannot be acknowledged: " + trouble.what(),
                advice,
                true,
                null);
    }

    /** The grant is over, so nothing is left to find out. */
    private static Trouble certain(Trouble trouble) {
        return new Trouble(trouble.kind(), trouble.code(), trouble.what(), trouble.advice(), false, trouble.cause());
    }
}
