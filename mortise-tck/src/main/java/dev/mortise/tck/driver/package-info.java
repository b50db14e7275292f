/** What every Redis driver has to keep, below the contract of locks: links, subscriptions, logins. */
@NullMarked
package dev.mortise.tck.driver;

import org.jspecify.annotations.NullMarked;
