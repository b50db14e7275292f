/** Mortise, its peers and the floors, each as a client application would set it up. */
@NullMarked
package dev.mortise.benchmarks.contenders;

import org.jspecify.annotations.NullMarked;
