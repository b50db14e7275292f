/** The engine: for nobody outside. docs/architecture.md draws its states. */
@NullMarked
package dev.mortise.internal;

import org.jspecify.annotations.NullMarked;
