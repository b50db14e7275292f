package dev.mortise.redis;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One call of a script, or a plain command, and what follows it over the same connection. The arrays are not to be changed.
 */
public final class Request {

    private static final byte[][] NOTHING = {};

    private final @Nullable Script script;
    private final byte[][] keys;
    private final byte[][] args;
    private final int affinity;
    private final int patienceMillis;
    private final boolean asking;
    private final @Nullable Function<@Nullable Object, @Nullable Object> after;

    /**
     * A call of a script.
     *
     * @param script the script
     * @param keys every key it touches
     * @param args its arguments
     * @param affinity requests of equal affinity go over one connection, in order
     */
    public Request(Script script, byte[][] keys, byte[][] args, int affinity) {
        this(script, keys, args, affinity, 0, false, null);
    }

    private Request(
            @Nullable Script script,
            byte[][] keys,
            byte[][] args,
            int affinity,
            int patienceMillis,
            boolean asking,
            @Nullable Function<@Nullable Object, @Nullable Object> after) {
        this.script = script;
        this.keys = keys;
        this.args = args;
        this.affinity = affinity;
        this.patienceMillis = patienceMillis;
        this.asking = asking;
        this.after = after;
    }

    /**
     * A plain command, which may only follow another request.
     *
     * @param patienceMillis how long the server may keep silent beside the link's own limit, because the command waits
     * @param words the command and its arguments
     */
    static Request command(int patienceMillis, byte[]... words) {
        return new Request(null, NOTHING, words, 0, patienceMillis, false, null);
    }

    /**
     * The same request, whose reply is not the last word.
     *
     * @param next makes from a reply, which may be a {@link ServerError}, the request that goes out next over the same
     *     connection, or whatever the whole is answered with. Fails with the connection: then nothing goes out over another
     */
    Request then(Function<@Nullable Object, @Nullable Object> next) {
        return new Request(script, keys, args, affinity, patienceMillis, asking, next);
    }

    /** What comes after a reply: a request to send over the same connection, or the value of the whole. */
    public @Nullable Object after(@Nullable Object reply) {
        return after == null ? reply : after.apply(reply);
    }

    /** Whether something may follow. */
    boolean isFollowed() {
        return after != null;
    }

    /** Whether it is a call of a script, else a plain command. */
    public boolean isScript() {
        return script != null;
    }

    /** The same for a server that is about to take over the keys' slot: with {@code ASKING} before it. */
    Request asking() {
        return new Request(script, keys, args, affinity, patienceMillis, true, after);
    }

    /** Whether {@code ASKING} goes before it. */
    public boolean isAsking() {
        return asking;
    }

    /** The script. */
    public Script script() {
        return Objects.requireNonNull(script, "a plain command");
    }

    /** Every key it touches. */
    public byte[][] keys() {
        return keys;
    }

    /** The arguments of the script, or the words of the command. */
    public byte[][] args() {
        return args;
    }

    /** What decides over which connection it goes. */
    public int affinity() {
        return affinity;
    }

    /** How long the server may keep silent beside the link's own limit. */
    public int patienceMillis() {
        return patienceMillis;
    }
}
