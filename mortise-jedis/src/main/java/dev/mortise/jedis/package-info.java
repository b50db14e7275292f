/** Carries Mortise's scripts and messages over Jedis. */
@NullMarked
package dev.mortise.jedis;

import org.jspecify.annotations.NullMarked;
