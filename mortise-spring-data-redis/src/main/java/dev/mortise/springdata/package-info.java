/** Carries Mortise's scripts and messages over Spring Data Redis. */
@NullMarked
package dev.mortise.springdata;

import org.jspecify.annotations.NullMarked;
