package dev.mortise.redis;

/** One call of a script. The arrays are not to be changed. */
public final class Request {

    private final Script script;
    private final byte[][] keys;
    private final byte[][] args;
    private final int affinity;
    private final boolean asking;

    /**
     * @param script the script
     * @param keys every key it touches
     * @param args its arguments
     * @param affinity requests of equal affinity go over one connection, in order
     */
    public Request(Script script, byte[][] keys, byte[][] args, int affinity) {
        this(script, keys, args, affinity, false);
    }

    private Request(Script script, byte[][] keys, byte[][] args, int affinity, boolean asking) {
        this.script = script;
        this.keys = keys;
        this.args = args;
        this.affinity = affinity;
        this.asking = asking;
    }

    /** The same for a server that is about to take over the keys' slot: with {@code ASKING} before it. */
    Request asking() {
        return new Request(script, keys, args, affinity, true);
    }

    /** Whether {@code ASKING} goes before it. */
    public boolean isAsking() {
        return asking;
    }

    /** The script. */
    public Script script() {
        return script;
    }

    /** Every key it touches. */
    public byte[][] keys() {
        return keys;
    }

    /** Its arguments. */
    public byte[][] args() {
        return args;
    }

    /** What decides over which connection it goes. */
    public int affinity() {
        return affinity;
    }
}
