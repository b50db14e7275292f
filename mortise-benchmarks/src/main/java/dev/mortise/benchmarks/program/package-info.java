/** What the programs of this module share: help, arguments, and errors in one line. */
@NullMarked
package dev.mortise.benchmarks.program;

import org.jspecify.annotations.NullMarked;
