package dev.mortise.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Lua script: its source and the SHA-1 under which the server knows it. */
public final class Script {

    private static final Pattern INCLUDE = Pattern.compile("(?m)^ *-- include (\\S+)$");

    private final String name;
    private final byte[] source;
    private final byte[] sha;

    private Script(String name, byte[] source) {
        this.name = name;
        this.source = source;
        this.sha = HexFormat.of().formatHex(sha1(source)).getBytes(StandardCharsets.US_ASCII);
    }

    /** A script given by its source, as tests of drivers need it. */
    public static Script of(String name, String source) {
        return new Script(name, source.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads {@code <name>.lua} beside this class; a line {@code -- include other.lua} is replaced by that file. */
    static Script load(String name) {
        return load(name, Map.of());
    }

    /** The same with other files included instead of some. */
    static Script load(String name, Map<String, String> instead) {
        return new Script(name, read(name + ".lua", instead).getBytes(StandardCharsets.UTF_8));
    }

    private static String read(String file, Map<String, String> instead) {
        try (InputStream in = Script.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the script " + file + " is missing from the jar");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return INCLUDE.matcher(text).replaceAll(include -> {
                String included = include.group(1);
                return Matcher.quoteReplacement(read(instead.getOrDefault(included, included), instead));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The script's name. */
    public String name() {
        return name;
    }

    /** Its source, for EVAL. Not to be changed. */
    public byte[] source() {
        return source;
    }

    /** Its SHA-1 in hexadecimal, for EVALSHA. Not to be changed. */
    public byte[] sha() {
        return sha;
    }

    private static byte[] sha1(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-1").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }
}
