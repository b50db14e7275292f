package dev.mortise.redis;

/**
 * An error reply of the server: the request took no effect.
 *
 * @param message the server's text, such as {@code NOPERM this user has no permissions …}
 */
public record ServerError(String message) {

    /** Its first word, such as {@code NOPERM}. */
    public String code() {
        int space = message.indexOf(' ');
        return space < 0 ? message : message.substring(0, space);
    }
}
