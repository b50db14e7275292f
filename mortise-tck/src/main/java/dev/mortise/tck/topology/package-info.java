/**
 * What happens to locks when servers of a Sentinel group or a Redis Cluster fail, freeze or hand over slots: scenarios that run
 * on real servers, from a test or from a command.
 */
@NullMarked
package dev.mortise.tck.topology;

import org.jspecify.annotations.NullMarked;
