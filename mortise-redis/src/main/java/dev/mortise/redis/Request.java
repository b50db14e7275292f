package dev.mortise.redis;

/**
 * One call of a script.
 *
 * @param script the script
 * @param keys every key it touches
 * @param args its arguments
 * @param affinity requests of equal affinity go over one connection, in order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
public record Request(Script script, byte[][] keys, byte[][] args, int affinity) {}
