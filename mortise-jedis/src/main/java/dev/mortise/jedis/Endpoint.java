package dev.mortise.jedis;

import dev.mortise.redis.ConnectTrouble;
import dev.mortise.redis.RedisUri;
import dev.mortise.redis.ServerError;
import dev.mortise.redis.Troubles;
import dev.mortise.redis.Wire;
import dev.mortise.redis.WireException;
import dev.mortise.spi.Trouble;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;

/** A server given by its URI: connects and logs in. */
final class Endpoint {

    private final RedisUri uri;
    private final int limitMillis;
    private final String clientName;

    Endpoint(RedisUri uri, int limitMillis, String threadName) {
        this.uri = uri;
        this.limitMillis = limitMillis;
        String name = threadName.replaceAll("[^!-~]", "_");
        this.clientName = name.startsWith("mortise") ? name : "mortise-" + name;
    }

    /** As {@link #connect}, for one that only replies come over, each soon after its request. */
    SocketWire connectForReplies() throws IOException {
        SocketWire wire = connect();
        wire.spins();
        return wire;
    }

    SocketWire connect() throws IOException {
        Socket socket = null;
        try {
            socket = socket();
            SocketWire wire = new SocketWire(socket);
            logIn(wire);
            return wire;
        } catch (IOException | RuntimeException e) {
            if (socket != null) {
                socket.close();
            }
            throw e instanceof WireException told
                    ? told
                    : new WireException(ConnectTrouble.of(uri.toString(), uri.tls(), e));
        }
    }

    @SuppressWarnings("deprecation") // SslOptions would leave out the JVM's own key store
    private Socket socket() throws IOException {
        SSLParameters tls = new SSLParameters();
        tls.setEndpointIdentificationAlgorithm("HTTPS"); // the certificate must be for this host
        DefaultJedisClientConfig config = DefaultJedisClientConfig.builder()
                .connectionTimeoutMillis(limitMillis)
                .socketTimeoutMillis(limitMillis)
                .ssl(uri.tls())
                .sslSocketFactory(uri.secured().context().getSocketFactory())
                .sslParameters(tls)
                .build();
        Socket socket = new DefaultJedisSocketFactory(new HostAndPort(uri.host(), uri.port()), config).createSocket();
        if (socket instanceof SSLSocket secure) {
            try {
                secure.startHandshake();
            } catch (IOException | RuntimeException e) {
                socket.close();
                throw e;
            }
        }
        return socket;
    }

    private void logIn(SocketWire wire) throws IOException {
        List<String> sent = new ArrayList<>();
        String password = uri.password();
        if (password != null) {
            String user = uri.user();
            if (user == null) {
                wire.write("AUTH", password);
            } else {
                wire.write("AUTH", user, password);
            }
            sent.add("AUTH");
        }
        if (uri.database() != 0) {
            wire.write("SELECT", Integer.toString(uri.database()));
            sent.add("SELECT");
        }
        wire.write("CLIENT", "SETNAME", clientName);
        sent.add("CLIENT");
        wire.flush();
        for (String command : sent) {
            Object reply = wire.read(limitMillis, limitMillis);
            if (reply == Wire.NOTHING_YET) {
                throw new SocketTimeoutException("no answer to the login within " + limitMillis + " ms");
            }
            if (reply instanceof ServerError error) {
                refused(command, error);
            }
        }
    }

    private static void refused(String command, ServerError error) throws WireException {
        Trouble trouble = Troubles.of(error);
        boolean harmless = command.equals("CLIENT") && !error.code().equals("NOAUTH");
        if (harmless && trouble.kind() == Trouble.Kind.REFUSED) {
            return; // only a name
        }
        throw new WireException(ConnectTrouble.refused(command, error));
    }
}
