/** Says what was found: on the terminal, as Markdown, as JSON, as a chart. */
@NullMarked
package dev.mortise.benchmarks.report;

import org.jspecify.annotations.NullMarked;
