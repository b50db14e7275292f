package dev.mortise.spi;

/**
 * A grant that an ask got while it stood in a lock's queue.
 *
 * @param ask the number of the ask
 * @param answer token and whether those behind it are spare
 * @param leaseMillis how long the server keeps it unless renewed: provisional, and so shorter than what was asked for
 * @param serverMicros the server's time of the grant
 */
public record Pushed(long ask, Answer.Granted answer, long leaseMillis, long serverMicros) {}
