/** One lock for two languages: a {@code Mutex} of Mortise and node-redlock from npm on the same key. */
@NullMarked
package dev.mortise.examples.interop;

import org.jspecify.annotations.NullMarked;
