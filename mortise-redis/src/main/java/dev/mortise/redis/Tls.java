package dev.mortise.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Whom a connection by TLS trusts, and by what it is known: the JVM's own stores unless told otherwise. Files are read when
 * they are named. That the certificate is for the server's host is always checked. Immutable; shows no secrets.
 */
public final class Tls {

    private static final Tls JVM = new Tls(null, null);
    private static final char[] UNUSED = {'-'};
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private final @Nullable TrustManagerFactory trusts;
    private final @Nullable KeyManagerFactory keys;

    private Tls(@Nullable TrustManagerFactory trusts, @Nullable KeyManagerFactory keys) {
        this.trusts = trusts;
        this.keys = keys;
    }

    /** The JVM's own stores: {@code javax.net.ssl.trustStore}, {@code javax.net.ssl.keyStore}, or its defaults. */
    public static Tls ofJvm() {
        return JVM;
    }

    /**
     * Trusts those certificates and no others.
     *
     * @param certificates a PEM file
     * @throws IllegalArgumentException when it cannot be read
     */
    public Tls trusting(Path certificates) {
        return new Tls(read(certificates, () -> trusting(storeOf(certificates(certificates)))), keys);
    }

    /**
     * Trusts what is in a store, and nothing else.
     *
     * @param store of type PKCS12 or JKS
     * @throws IllegalArgumentException when it cannot be read
     */
    public Tls trusting(Path store, char[] password) {
        return new Tls(read(store, () -> trusting(KeyStore.getInstance(store.toFile(), password))), keys);
    }

    /**
     * Shows a client certificate.
     *
     * @param certificate a PEM file, with the issuers behind the certificate if the server needs them
     * @param key a PEM file in the form {@code BEGIN PRIVATE KEY}, without password
     * @throws IllegalArgumentException when they cannot be read
     */
    public Tls identifiedBy(Path certificate, Path key) {
        Collection<? extends Certificate> chain = read(certificate, () -> certificates(certificate));
        return new Tls(trusts, read(key, () -> {
            KeyStore store = emptyStore();
            PrivateKey secret =
                    privateKey(key, chain.iterator().next().getPublicKey().getAlgorithm());
            store.setKeyEntry("client", secret, UNUSED, chain.toArray(Certificate[]::new));
            return keysOf(store, UNUSED);
        }));
    }

    /**
     * Shows a client certificate that is in a store.
     *
     * @param store of type PKCS12 or JKS, its key with the same password
     * @throws IllegalArgumentException when it cannot be read
     */
    public Tls identifiedBy(Path store, char[] password) {
        return new Tls(trusts, read(store, () -> keysOf(KeyStore.getInstance(store.toFile(), password), password)));
    }

    /** Whom to trust; null for the JVM's own. */
    public @Nullable TrustManagerFactory trusts() {
        return trusts;
    }

    /** What to be known by; null for nothing. */
    public @Nullable KeyManagerFactory keys() {
        String store = System.getProperty("javax.net.ssl.keyStore", "");
        if (keys != null || store.isEmpty() || store.equals("NONE")) {
            return keys;
        }
        char[] password =
                System.getProperty("javax.net.ssl.keyStorePassword", "").toCharArray();
        return JVM.identifiedBy(Path.of(store), password).keys;
    }

    /** Both, for sockets. */
    public SSLContext context() {
        try {
            if (trusts == null && keys == null) {
                return SSLContext.getDefault();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManagerFactory known = keys();
            context.init(
                    known == null ? null : known.getKeyManagers(),
                    trusts == null ? null : trusts.getTrustManagers(),
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }

    @Override
    public String toString() {
        return "TLS with " + (trusts == null ? "the JVM's" : "its own") + " trust and "
                + (keys == null ? "the JVM's" : "its own") + " keys";
    }

    private static TrustManagerFactory trusting(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }

    private static KeyManagerFactory keysOf(KeyStore store, char[] password) throws GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password);
        return factory;
    }

    private static Collection<? extends Certificate> certificates(Path pem)
            throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(pem)) {
            Collection<? extends Certificate> all =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (all.isEmpty()) {
                throw new GeneralSecurityException("it has no certificate");
            }
            return all;
        }
    }

    private static KeyStore storeOf(Collection<? extends Certificate> certificates)
            throws IOException, GeneralSecurityException {
        KeyStore store = emptyStore();
        int number = 0;
        for (Certificate certificate : certificates) {
            store.setCertificateEntry("issuer-" + ++number, certificate);
        }
        return store;
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static PrivateKey privateKey(Path pem, String algorithm) throws IOException, GeneralSecurityException {
        Matcher key = KEY.matcher(Files.readString(pem));
        if (!key.find()) {
            throw new GeneralSecurityException("it has no BEGIN PRIVATE KEY; openssl pkcs8 -topk8 -nocrypt makes one");
        }
        byte[] bytes = Base64.getMimeDecoder().decode(key.group(1));
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
    }

    private static <T> T read(Path file, Reading<T> reading) {
        Objects.requireNonNull(file, "file");
        try {
            return reading.read();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "cannot read " + file + " for TLS (" + e.getMessage()
                            + "). Check that it is there, what it holds, and its password",
                    e);
        }
    }

    private interface Reading<T> {
        T read() throws IOException, GeneralSecurityException;
    }
}
