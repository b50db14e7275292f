package dev.mortise.internal;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;

/** What people see instead of a node's id. */
public final class Labels {

    private static final int LONGEST = 200;

    private Labels() {}

    /** {@code application@host/pid}, as far as they can be found. */
    public static String ofThisProcess() {
        String command = System.getProperty("sun.java.command", "java").split(" ", 2)[0];
        String application = command.substring(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
        String label =
                application + "@" + host() + "/" + ProcessHandle.current().pid();
        return label.length() <= LONGEST ? label : label.substring(label.length() - LONGEST);
    }

    /** The label itself if it may stand in a log line and in Redis. */
    public static String checked(String label) {
        Objects.requireNonNull(label, "label");
        if (label.isEmpty() || label.length() > LONGEST || label.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "label must have 1 to " + LONGEST + " characters and no control characters, has " + label.length());
        }
        return label;
    }

    private static String host() {
        String name = System.getenv("HOSTNAME");
        if (name != null && !name.isEmpty()) {
            return name;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }
}
