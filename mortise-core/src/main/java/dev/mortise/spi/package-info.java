/** What a store of locks has to offer, and the messages between it and the engine. */
@NullMarked
package dev.mortise.spi;

import org.jspecify.annotations.NullMarked;
