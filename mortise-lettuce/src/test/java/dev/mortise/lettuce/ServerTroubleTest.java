package dev.mortise.lettuce;

import dev.mortise.tck.driver.ServerTroubleKit;

/** What a user gets when the server refuses, over Lettuce. */
class ServerTroubleTest extends ServerTroubleKit {}
