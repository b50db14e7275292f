/**
 * Real Redis servers for tests and demos, without Docker, root or an install step, and faults between a client and
 * its server. Plain JDK: usable from any test framework, or from none.
 *
 * <p>{@link dev.mortise.tck.server.RedisServer} starts a server that ends with this JVM, {@link
 * dev.mortise.tck.server.FaultProxy} stands in front of one and misbehaves on request, {@link
 * dev.mortise.tck.server.Signals} pauses and kills processes.
 */
@NullMarked
package dev.mortise.tck.server;

import org.jspecify.annotations.NullMarked;
