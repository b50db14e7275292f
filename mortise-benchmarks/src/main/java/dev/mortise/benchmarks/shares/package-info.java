/** How Mortise and Redisson share the turns of one lock: {@code ./dev shares}. */
@NullMarked
package dev.mortise.benchmarks.shares;

import org.jspecify.annotations.NullMarked;
