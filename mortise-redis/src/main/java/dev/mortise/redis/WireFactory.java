package dev.mortise.redis;

import java.io.IOException;

/** Makes wires to one server. */
@FunctionalInterface
public interface WireFactory {

    /**
     * Connects and logs in; may block for as long as a request may take.
     *
     * @throws WireException when it is known what to do about it
     */
    Wire connect() throws IOException;
}
