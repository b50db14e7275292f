/** A shop that sells from a stock in Redis. Read {@link dev.mortise.examples.springboot.Stock} first. */
@NullMarked
package dev.mortise.examples.springboot;

import org.jspecify.annotations.NullMarked;
