/** Locks in a Redis Cluster, beside Redisson: {@code ./dev cluster-bench}. */
@NullMarked
package dev.mortise.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;
