/**
 * A flash sale: many buyers in several processes, few items, one lock. Read {@link Buyer} and {@link Guard} first: they
 * are the example; the rest sets the stage.
 */
@NullMarked
package dev.mortise.examples.flashsale;

import org.jspecify.annotations.NullMarked;
