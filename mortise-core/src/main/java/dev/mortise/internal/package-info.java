/** The engine: local queues, asks, hand-off, watchdog, loss and events. No Redis in it. */
@NullMarked
package dev.mortise.internal;

import org.jspecify.annotations.NullMarked;
