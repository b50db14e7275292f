/** Distributed locks: {@code Mortise}, {@code DistributedLock}, {@code Hold}, their options, events and exceptions. */
@NullMarked
package dev.mortise;

import org.jspecify.annotations.NullMarked;
