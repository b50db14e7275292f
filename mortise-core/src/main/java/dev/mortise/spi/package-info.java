/** For authors of stores: what a store is asked, what it answers, and the time it lives in. */
@NullMarked
package dev.mortise.spi;

import org.jspecify.annotations.NullMarked;
