/** For tests without a server: a store in memory, and a time that the test moves. */
@NullMarked
package dev.mortise.memory;

import org.jspecify.annotations.NullMarked;
