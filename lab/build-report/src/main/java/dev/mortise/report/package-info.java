/** What a build prints and writes at its end. */
@NullMarked
package dev.mortise.report;

import org.jspecify.annotations.NullMarked;
