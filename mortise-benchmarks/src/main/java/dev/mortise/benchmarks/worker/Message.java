package dev.mortise.benchmarks.worker;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A line between the bench and a worker: a word, then {@code key=value} pairs without spaces. */
public final class Message {

    /** What a worker's line to the bench begins with; any other line is a log. */
    public static final String MARK = "> ";

    private final String word;
    private final Map<String, String> values = new LinkedHashMap<>();

    public Message(String word) {
        this.word = word;
    }

    public static Message parse(String line) {
        String[] tokens = line.split(" ", -1);
        Message message = new Message(tokens[0]);
        for (int i = 1; i < tokens.length; i++) {
            int equals = tokens[i].indexOf('=');
            message.values.put(tokens[i].substring(0, equals), tokens[i].substring(equals + 1));
        }
        return message;
    }

    public String word() {
        return word;
    }

    public Message with(String key, Object value) {
        values.put(key, value.toString());
        return this;
    }

    public Message with(String key, long[] numbers) {
        return with(key, Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(",")));
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    public String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("no " + key + " in '" + this + "'");
        }
        return value;
    }

    public long number(String key) {
        return Long.parseLong(text(key));
    }

    public LongStream numbers(String key) {
        return Arrays.stream(text(key).split(",", -1)).mapToLong(Long::parseLong);
    }

    public boolean is(String key) {
        return Boolean.parseBoolean(text(key));
    }

    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(entry -> " " + entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("", word, ""));
    }
}
