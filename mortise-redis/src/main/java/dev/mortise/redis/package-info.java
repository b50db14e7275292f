/** Locks on Redis: the store, its scripts and names, and what a driver for a client library implements. */
@NullMarked
package dev.mortise.redis;

import org.jspecify.annotations.NullMarked;
