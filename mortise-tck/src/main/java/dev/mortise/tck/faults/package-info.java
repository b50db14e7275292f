/**
 * The fault matrix: what becomes of locks when a real server, the connection to it, or a client process fails, as a suite
 * for any Redis driver. {@link dev.mortise.tck.faults.FaultKit} is where to begin.
 */
@NullMarked
package dev.mortise.tck.faults;

import org.jspecify.annotations.NullMarked;
