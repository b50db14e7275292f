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
        Map<String, Path> files = new HashMap<>();
        for (String part : query == null ? new String[0] : query.split("&", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (!NAMES.contains(name) || equals < 0) {
                throw new IllegalArgumentException("its query may have cacert, cert and key, and naming at its end");
            }
            files.put(
                    name,
                    Path.of(URLDecoder.decode(part.substring(equals + 1).replace("+", "%2B"), StandardCharsets.UTF_8)));
        }
        Path cert = files.get("cert");
        Path key = files.get("key");
        if ((cert == null) != (key == null)) {
            throw new IllegalArgumentException("cert and key belong together");
        }
        Tls tls = Tls.ofJvm();
        Path cacert = files.get("cacert");
        if (cacert != null) {
            tls = tls.trusting(cacert);
        }
        return cert == null || key == null ? tls : tls.identifiedBy(cert, key);
    }
}
