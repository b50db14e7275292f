package dev.mortise.lettuce;

import org.jspecify.annotations.Nullable;

/**
 * Recognises a login that the server may have refused while Lettuce lost the reason. Lettuce closes the connection before it
 * reports the refusal, so a thread that looks in between sees only a closed connection. Connecting again shows the reason.
 */
public final class UnseenRefusal {

    /** The number of attempts after which the reason counts as unknown. On a busy machine one attempt in three loses it. */
    public static final int TRIES = 8;

    private UnseenRefusal() {}

    /** Whether a failed attempt may hide a refusal. Lettuce reports it only through the text of the exception. */
    public static boolean isIn(@Nullable Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String message = String.valueOf(each.getMessage());
            if (message.contains("closed prematurely") || message.contains("RedisHandshakeHandler not registered")) {
                return true;
            }
        }
        return false;
    }
}
