package dev.mortise.tck.server;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An authority for tests that makes certificates, each as PEM files and as a PKCS12 store, in a folder. The JDK can read
 * certificates but not make them, so they are put together here, byte by byte.
 */
public final class Certificates {

    /** Of every store that is made here. */
    public static final String PASSWORD = "not-secret";

    private static final byte[] ECDSA_WITH_SHA256 = hex("300a06082a8648ce3d040302");
    private static final byte[] COMMON_NAME = hex("0603550403");
    private static final byte[] BASIC_CONSTRAINTS = hex("0603551d13");
    private static final byte[] ALTERNATIVE_NAME = hex("0603551d11");
    private static final byte[] TRUE = hex("0101ff");

    private final Path folder;
    private final String name;
    private final KeyPair keys;
    private final Certificate certificate;
    private long serial = 1;

    private Certificates(Path folder, String name) throws GeneralSecurityException, IOException {
        this.folder = Files.createDirectories(folder);
        this.name = name;
        this.keys = newKeys();
        this.certificate = sign(name, keys, null);
        writePem(folder.resolve(name + ".pem"), "CERTIFICATE", certificate.getEncoded());
        KeyStore store = emptyStore();
        store.setCertificateEntry(name, certificate);
        write(store, folder.resolve(name + ".p12"));
    }

    /** A new authority of that name. */
    public static Certificates authority(Path folder, String name) {
        try {
            return new Certificates(folder, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The authority's own certificate, in PEM. */
    public Path pem() {
        return folder.resolve(name + ".pem");
    }

    /** A store of that certificate. */
    public Path store() {
        return folder.resolve(name + ".p12");
    }

    /**
     * Makes a certificate and its key.
     *
     * @param host the only host that it is for, a name, or {@code 127.0.0.1} beside {@code localhost}
     */
    public Issued issue(String subject, String host) {
        try {
            KeyPair pair = newKeys();
            Certificate made = sign(subject, pair, host);
            Issued issued = new Issued(
                    folder.resolve(subject + ".pem"),
                    folder.resolve(subject + ".key"),
                    folder.resolve(subject + ".p12"));
            writePem(issued.pem, "CERTIFICATE", made.getEncoded());
            writePem(issued.key, "PRIVATE KEY", pair.getPrivate().getEncoded());
            KeyStore store = emptyStore();
            Key key = pair.getPrivate();
            store.setKeyEntry(subject, key, PASSWORD.toCharArray(), new Certificate[] {made, certificate});
            write(store, issued.store);
            return issued;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A certificate that was made, in both forms.
     *
     * @param pem the certificate
     * @param key its key
     * @param store both
     */
    public record Issued(Path pem, Path key, Path store) {}

    private Certificate sign(String subject, KeyPair pair, @Nullable String host)
            throws GeneralSecurityException, IOException {
        Instant now = Instant.now();
        byte[] validity = sequence(time(now.minus(1, ChronoUnit.HOURS)), time(now.plus(2, ChronoUnit.DAYS)));
        byte[] extension = host == null
                ? sequence(BASIC_CONSTRAINTS, TRUE, tagged(0x04, sequence(TRUE)))
                : sequence(ALTERNATIVE_NAME, tagged(0x04, sequence(names(host))));
        byte[] body = sequence(
                tagged(0xa0, hex("020102")),
                tagged(0x02, BigInteger.valueOf(serial++).toByteArray()),
                ECDSA_WITH_SHA256,
                named(name),
                validity,
                named(subject),
                pair.getPublic().getEncoded(),
                tagged(0xa3, sequence(extension)));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(body);
        byte[] bits = concatenated(List.of(new byte[1], signature.sign()));
        byte[] whole = sequence(body, ECDSA_WITH_SHA256, tagged(0x03, bits));
        return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] names(String host) {
        return host.equals("127.0.0.1")
                ? concatenated(List.of(tagged(0x87, new byte[] {127, 0, 0, 1}), tagged(0x82, ascii("localhost"))))
                : tagged(0x82, ascii(host));
    }

    private static byte[] named(String commonName) {
        return sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, ascii(commonName)))));
    }

    private static byte[] time(Instant at) {
        return tagged(
                0x17,
                ascii(DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'")
                        .withZone(ZoneOffset.UTC)
                        .format(at)));
    }

    private static byte[] sequence(byte[]... parts) {
        return tagged(0x30, concatenated(List.of(parts)));
    }

    private static byte[] tagged(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 128) {
            out.write(content.length);
        } else {
            byte[] length = BigInteger.valueOf(content.length).toByteArray();
            int leading = length[0] == 0 ? 1 : 0;
            out.write(0x80 | (length.length - leading));
            out.write(length, leading, length.length - leading);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] concatenated(List<byte[]> parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        parts.forEach(out::writeBytes);
        return out.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static KeyPair newKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static void write(KeyStore store, Path to) throws GeneralSecurityException, IOException {
        try (OutputStream out = Files.newOutputStream(to)) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    private static void writePem(Path to, String kind, byte[] bytes) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.writeString(to, "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    }
}
