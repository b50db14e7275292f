/** The first things to do with a lock. Read {@link dev.mortise.examples.plainjava.Steps} from top to bottom. */
@NullMarked
package dev.mortise.examples.plainjava;

import org.jspecify.annotations.NullMarked;
