/** Defects of other lock libraries that can be shown on one store, each as a test that Mortise passes. */
@NullMarked
package dev.mortise.tck.regressions;

import org.jspecify.annotations.NullMarked;
