package dev.mortise.jedis;

import dev.mortise.tck.driver.UncontendedCostKit;

/** What an uncontended lock costs, over Jedis. */
class UncontendedCostTest extends UncontendedCostKit {}
