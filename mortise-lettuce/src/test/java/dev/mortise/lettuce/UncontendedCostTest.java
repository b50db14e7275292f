package dev.mortise.lettuce;

import dev.mortise.tck.driver.UncontendedCostKit;

/** What an uncontended lock costs, over Lettuce. */
class UncontendedCostTest extends UncontendedCostKit {}
