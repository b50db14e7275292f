package dev.mortise.spi;

import java.util.List;

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

    /**
     * Makes a store over a majority of independent servers, without connecting yet.
     *
     * @throws IllegalArgumentException when a URI is malformed, there are too few, or this kind of store has no quorum
     */
    default Store createQuorum(List<String> uris) {
        throw new IllegalArgumentException("stores of this kind have no quorum");
    }
}
