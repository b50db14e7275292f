/** What has to be measured inside the engine's own package. */
@NullMarked
package dev.mortise.internal;

import org.jspecify.annotations.NullMarked;
