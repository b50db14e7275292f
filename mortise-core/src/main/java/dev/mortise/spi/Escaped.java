package dev.mortise.spi;

/** Names come from users and may hold anything: control characters are escaped before they reach a log or a message. */
public final class Escaped {

    private Escaped() {}

    /** The name as it may stand in one line of a log. */
    public static String text(String name) {
        StringBuilder text = null;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                if (text == null) {
                    text = new StringBuilder(name.length() + 16).append(name, 0, i);
                }
                text.append(String.format("\\u%04x", (int) c));
            } else if (text != null) {
                text.append(c);
            }
        }
        return text == null ? name : text.toString();
    }
}
