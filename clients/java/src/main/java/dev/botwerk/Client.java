package dev.botwerk;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The services of a server over one connection, which present the admin token if there is one. */
public final class Client extends Services implements AutoCloseable {
    /** Maximum size of a message, in bytes: the results of an environment's step are large. */
    private static final int MAX_MESSAGE_BYTES = 256 << 20;

    private final String server;
    private final ConnectOptions options;
    private final ManagedChannel connection;

    private Client(String server, ConnectOptions options, ManagedChannel connection) {
        super(connection, options.adminToken().orElse(null));
        this.server = server;
        this.options = options;
        this.connection = connection;
    }

    /**
     * Returns a client for an address such as {@code 127.0.0.1:4270} or {@code https://play.example}. It connects on
     * the first call. The addresses of servers that share a database can be given together, separated by commas: the
     * client uses the first that answers, also after its connection has failed. The certificate authorities are those
     * of the file that {@code BOTWERK_CA} names, or else those of Java.
     *
     * @param server the address, or several
     * @return the client
     * @throws IllegalArgumentException if an address or the authorities are not valid
     */
    public static Client connect(String server) {
        return connect(server, ConnectOptions.builder().build());
    }

    /**
     * Returns a client with an admin token or authorities of its own: see {@link #connect(String)}.
     *
     * @param server the address, or several
     * @param options how the client connects
     * @return the client
     * @throws IllegalArgumentException if the address or the authorities are not valid
     */
    public static Client connect(String server, ConnectOptions options) {
        try {
            var ca = options.ca().orElse(null);
            var file = System.getenv("BOTWERK_CA");
            if (ca == null && file != null && !file.isEmpty()) {
                ca = Files.readAllBytes(Path.of(file));
            }
            var defaultScheme = ca == null ? "http" : "https";
            var schemes = new HashSet<String>();
            var addresses = new ArrayList<String>();
            for (var given : server.split(",")) {
                var trimmed = given.strip();
                var separator = trimmed.indexOf("://");
                var scheme = separator < 0 ? defaultScheme : trimmed.substring(0, separator);
                var address = (separator < 0 ? trimmed : trimmed.substring(separator + 3)).replaceFirst("/$", "");
                var hasPort = address.matches(".*:\\d+");
                addresses.add(address + (hasPort ? "" : scheme.equals("https") ? ":443" : ":80"));
                schemes.add(scheme);
            }
            if (!schemes.equals(Set.of("http")) && !schemes.equals(Set.of("https"))) {
                throw new IllegalArgumentException(server + ": expected http:// or https://, found " + schemes);
            }
            var target = addresses.size() == 1 ? addresses.get(0) : ServersResolver.target(addresses);
            var connection = open(target, credentials(schemes.contains("https"), ca));
            return new Client(server, options, connection);
        } catch (IOException error) {
            throw new IllegalArgumentException(server + ": certificate authorities: " + error.getMessage(), error);
        }
    }

    /** Returns a client for the server to which this one has redirected. */
    Client follow(String address) {
        return connect(address, options);
    }

    private static ChannelCredentials credentials(boolean usesTls, byte @Nullable [] ca) throws IOException {
        if (!usesTls) {
            return InsecureChannelCredentials.create();
        }
        var credentials = TlsChannelCredentials.newBuilder();
        if (ca != null) {
            credentials.trustManager(new ByteArrayInputStream(ca));
        }
        return credentials.build();
    }

    private static ManagedChannel open(String target, ChannelCredentials credentials) {
        // A dead connection is noticed after 15 s.
        var channel = Grpc.newChannelBuilder(target, credentials)
                .keepAliveTime(10, TimeUnit.SECONDS)
                .keepAliveTimeout(5, TimeUnit.SECONDS)
                .maxInboundMessageSize(MAX_MESSAGE_BYTES);
        if (Proxies.isLoopback(target)) {
            channel.proxyDetector(address -> null);
        }
        return channel.build();
    }

    /** Makes the next call connect at once if the connection has failed: gRPC waits up to two minutes. */
    void resetConnectBackoff() {
        connection.resetConnectBackoff();
    }

    /** Closes the connection, also of services with other tokens. Calls in progress fail. */
    @Override
    public void close() {
        connection.shutdownNow();
    }

    /** Returns the address, or several, as they were given. */
    @Override
    public String toString() {
        return server;
    }
}
