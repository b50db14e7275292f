/** Carries Mortise's scripts and messages over Lettuce. */
@NullMarked
package dev.mortise.lettuce;

import org.jspecify.annotations.NullMarked;
