package dev.mortise.redis;

import dev.mortise.spi.Trouble;
import java.io.IOException;

/** A connection could not be made, and it is known what to do about it. */
public final class WireException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient Trouble trouble;

    public WireException(Trouble trouble) {
        super(trouble.what() + ": " + trouble.advice(), trouble.cause());
        this.trouble = trouble;
    }

    /** What happened and what to do. */
    public Trouble trouble() {
        return trouble;
    }
}
