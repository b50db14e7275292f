package dev.mortise.spi;

/** Finds a store for a URI; looked up with {@link java.util.ServiceLoader}. */
public interface StoreProvider {

    /** Whether this provider knows URIs of that scheme, in lower case. */
    boolean handles(String scheme);

    /**
     * Makes a store, without connecting yet.
     *
     * @throws IllegalArgumentException when the URI is malformed; the message shows no password
     */
    Store create(String uri);
}
