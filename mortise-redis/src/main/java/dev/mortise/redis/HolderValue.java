package dev.mortise.redis;

import dev.mortise.spi.Escaped;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a lock's key says of its holder.
 *
 * @param node the node's id, or what another library wrote in its place
 * @param stranger what to call a holder that is no node, else null
 * @param owner for people
 * @param count how often entered
 * @param token 0 when there is none
 * @param sinceMicros server time of the grant, 0 when it is not known
 */
record HolderValue(String node, @Nullable String stranger, String owner, int count, long token, long sinceMicros) {

    private static final Pattern ASK = Pattern.compile("([\\w-]+)/([0-9]{1,18})");
    private static final int LONGEST_VALUE = 100;

    /** From the fields and values of a lock's hash. */
    static @Nullable HolderValue ofLock(Object fieldsAndValues) {
        Map<String, String> fields = map((List<?>) fieldsAndValues);
        for (Map.Entry<String, String> field : fields.entrySet()) {
            int colon = field.getKey().indexOf(':');
            if (colon > 0) {
                String node = field.getKey().substring(0, colon);
                String who = field.getKey().substring(colon + 1);
                long token = token(fields);
                return new HolderValue(
                        node,
                        token == 0 ? "Redisson client " + node : null,
                        owner(who),
                        (int) number(field.getValue()),
                        token,
                        fields.containsKey("since") ? number(fields.get("since")) : token);
            }
        }
        return null;
    }

    /** From the value of a mutex, and the milliseconds left to it. */
    static @Nullable HolderValue ofMutex(Object value, long left) {
        if (left == -2) {
            return null;
        }
        String text = text((byte[]) value);
        Matcher ask = ASK.matcher(text);
        if (ask.matches()) {
            return new HolderValue(ask.group(1), null, "ask " + ask.group(2), 1, 0, 0);
        }
        String shown = Escaped.text(text.length() > LONGEST_VALUE ? text.substring(0, LONGEST_VALUE) + "…" : text);
        return new HolderValue(shown, "another program", "value '" + shown + "'", 1, 0, 0);
    }

    /** An owner for people, from the way it is written. */
    static String owner(String text) {
        return text.startsWith("#") ? "object " + text.substring(1) : "thread " + text;
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static long number(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }

    /** The value of the ask, without the mark that somebody waits. */
    private static long token(Map<String, String> fields) {
        for (Map.Entry<String, String> field : fields.entrySet()) {
            if (field.getKey().indexOf('/') > 0) {
                return number(field.getValue().replace("+", ""));
            }
        }
        return 0;
    }

    private static Map<String, String> map(List<?> flat) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            map.put(text((byte[]) flat.get(i)), text((byte[]) flat.get(i + 1)));
        }
        return map;
    }
}
