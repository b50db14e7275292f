package dev.mortise.spi;

import java.time.Duration;

/**
 * What a store is opened with.
 *
 * @param self the node it works for
 * @param keyPrefix what every key and channel begins with
 * @param requestLimit how long a request may stay unanswered before its connection counts as broken
 * @param time the source of time
 * @param signals whom to tell
 */
public record StoreContext(Node self, String keyPrefix, Duration requestLimit, Time time, Signals signals) {}
