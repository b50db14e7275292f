/** Distributed locks on Redis: everything a user needs. Start at {@link dev.mortise.Mortise}. */
@NullMarked
package dev.mortise;

import org.jspecify.annotations.NullMarked;
