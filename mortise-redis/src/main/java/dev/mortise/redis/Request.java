package dev.mortise.redis;

/** One call of a script. The arrays are not to be changed. */
public final class Request {

    private final Script script;
    private final byte[][] keys;
    private final byte[][] args;
    private final int affinity;

    /**
     * @param script the script
     * @param keys every key it touches
     * @param args its arguments
     * @param affinity requests of equal affinity go over one connection, in order
     */
    public Request(Script script, byte[][] keys, byte[][] args, int affinity) {
        this.script = script;
        this.keys = keys;
        this.args = args;
        this.affinity = affinity;
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
