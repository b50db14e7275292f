package dev.mortise.redis;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Names of locks as they stand in keys: as they are, but for braces, percent signs, control characters and line
 * separators, which are percent-encoded. So a name cannot end the hash tag that it stands in, no two names meet, and a
 * key can be shown to a person.
 */
final class NameCode {

    private static final String HEX = "0123456789ABCDEF";

    private NameCode() {}

    static String encode(String name) {
        StringBuilder text = null;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (isPlain(c)) {
                if (text != null) {
                    text.append(c);
                }
                continue;
            }
            if (text == null) {
                text = new StringBuilder(name.length() + 16).append(name, 0, i);
            }
            for (byte b : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                text.append('%').append(HEX.charAt((b >> 4) & 15)).append(HEX.charAt(b & 15));
            }
        }
        return text == null ? name : text.toString();
    }

    static String decode(String encoded) {
        if (encoded.indexOf('%') < 0) {
            return encoded;
        }
        byte[] in = encoded.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(in.length);
        for (int i = 0; i < in.length; i++) {
            if (in[i] == '%' && i + 2 < in.length) {
                out.write(Character.digit(in[i + 1], 16) << 4 | Character.digit(in[i + 2], 16));
                i += 2;
            } else {
                out.write(in[i]);
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static boolean isPlain(char c) {
        return c != '%' && c != '{' && c != '}' && !Character.isISOControl(c) && c != '\u2028' && c != '\u2029';
    }
}
