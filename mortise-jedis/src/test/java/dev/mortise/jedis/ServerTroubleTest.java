package dev.mortise.jedis;

import dev.mortise.tck.driver.ServerTroubleKit;

/** What a user gets when the server refuses, over Jedis. */
class ServerTroubleTest extends ServerTroubleKit {}
