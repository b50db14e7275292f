package dev.mortise.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error reply of the server: the request took no effect.
 *
 * @param message the server's text, such as {@code NOPERM this user has no permissions …}
 */
public record ServerError(String message) {

    private static final Pattern INSIDE_A_SCRIPT = Pattern.compile("^ERR .*script.*: -?([A-Z]{2,}) ");

    /** What a server answers to a request whose keys are in several slots; also used for a request that is not sent for that. */
    static final String CROSSSLOT = "CROSSSLOT";

    /** Whether the keys of the request are in several slots, and the server takes only requests of one. */
    public boolean isCrossSlot() {
        return message.contains(CROSSSLOT);
    }

    /** Whether a script met it, not the request as a whole. */
    boolean isInScript() {
        return message.startsWith("ERR") && message.contains("script");
    }

    /** Its first word, such as {@code NOPERM}; Redis before 7 hides it behind the script that met the error. */
    public String code() {
        if (message.startsWith("ERR The user executing the script can't")) {
            return "NOPERM";
        }
        Matcher inside = INSIDE_A_SCRIPT.matcher(message);
        if (inside.find()) {
            return inside.group(1);
        }
        int space = message.indexOf(' ');
        return space < 0 ? message : message.substring(0, space);
    }
}
