/** The Redis store: scripts, key names, quorum, and the SPI of its drivers. */
@NullMarked
package dev.mortise.redis;

import org.jspecify.annotations.NullMarked;
