package dev.mortise.redis;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The query of a {@code rediss} URI: PEM files, by the names that redis-cli has for them. */
final class TlsQuery {

    private static final Set<String> NAMES = Set.of("cacert", "cert", "key");

    private TlsQuery() {}

    /**
     * @param query as it stands in the URI; null for none
     * @throws IllegalArgumentException with the reason
     */
    static Tls read(@Nullable String query) {
        Map<String, String> files = new HashMap<>();
        for (String part : query == null ? new String[0] : query.split("&", -1)) {
            int equals = part.indexOf('=');
            files.put(
                    equals < 0 ? part + " without a file" : part.substring(0, equals),
                    URLDecoder.decode(part.substring(equals + 1).replace("+", "%2B"), StandardCharsets.UTF_8));
        }
        return read(files);
    }

    /**
     * @param files by their names
     * @throws IllegalArgumentException with the reason
     */
    static Tls read(Map<String, String> files) {
        if (!NAMES.containsAll(files.keySet())) {
            throw new IllegalArgumentException("its query may have cacert, cert and key, and naming at its end");
        }
        String cert = files.get("cert");
        String key = files.get("key");
        if ((cert == null) != (key == null)) {
            throw new IllegalArgumentException("cert and key belong together");
        }
        Tls tls = Tls.ofJvm();
        String cacert = files.get("cacert");
        if (cacert != null) {
            tls = tls.trusting(Path.of(cacert));
        }
        return cert == null || key == null ? tls : tls.identifiedBy(Path.of(cert), Path.of(key));
    }
}
