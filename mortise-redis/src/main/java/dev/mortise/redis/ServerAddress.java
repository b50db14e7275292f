package dev.mortise.redis;

/**
 * Where a server listens.
 *
 * @param host a name or an address, an IPv6 one without brackets
 * @param port from 1 to 65535
 */
public record ServerAddress(String host, int port) {

    /**
     * Reads {@code host:port} as servers write it: an IPv6 address has no brackets there.
     *
     * @param hostIfEmpty a server that does not know its own host leaves it out
     * @throws IllegalArgumentException when it has no port
     */
    static ServerAddress told(String text, String hostIfEmpty) {
        int colon = text.lastIndexOf(':');
        try {
            String host = text.substring(0, Math.max(0, colon));
            return new ServerAddress(host.isEmpty() ? hostIfEmpty : host, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not host:port: " + text, e);
        }
    }

    /** With brackets around an IPv6 address. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
