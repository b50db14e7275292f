/** The Jedis driver of the Redis store. */
@NullMarked
package dev.mortise.jedis;

import org.jspecify.annotations.NullMarked;
