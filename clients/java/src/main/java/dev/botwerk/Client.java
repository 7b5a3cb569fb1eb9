package dev.botwerk;

import dev.botwerk.v1.AnalysisServiceGrpc;
import dev.botwerk.v1.AnalysisServiceGrpc.AnalysisServiceBlockingStub;
import dev.botwerk.v1.BotServiceGrpc;
import dev.botwerk.v1.BotServiceGrpc.BotServiceBlockingStub;
import dev.botwerk.v1.CatalogServiceGrpc;
import dev.botwerk.v1.CatalogServiceGrpc.CatalogServiceBlockingStub;
import dev.botwerk.v1.EnvServiceGrpc;
import dev.botwerk.v1.EnvServiceGrpc.EnvServiceBlockingStub;
import dev.botwerk.v1.MatchServiceGrpc;
import dev.botwerk.v1.MatchServiceGrpc.MatchServiceBlockingStub;
import dev.botwerk.v1.OrganizerServiceGrpc;
import dev.botwerk.v1.OrganizerServiceGrpc.OrganizerServiceBlockingStub;
import dev.botwerk.v1.RulesServiceGrpc;
import dev.botwerk.v1.RulesServiceGrpc.RulesServiceBlockingStub;
import dev.botwerk.v1.TournamentServiceGrpc;
import dev.botwerk.v1.TournamentServiceGrpc.TournamentServiceBlockingStub;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The services of a server over one connection. */
public final class Client implements AutoCloseable {
    /** Maximum size of a message, in bytes: the results of an environment's step are large. */
    private static final int MAX_MESSAGE_BYTES = 256 << 20;

    private final String server;
    private final ConnectOptions options;
    private final ManagedChannel connection;
    /** The connection with the token that calls present. */
    private final Channel channel;

    private Client(String server, ConnectOptions options, ManagedChannel connection, String token) {
        this.server = server;
        this.options = options;
        this.connection = connection;
        this.channel = token == null ? connection : ClientInterceptors.intercept(connection, presenting(token));
    }

    /**
     * Returns a client for an address such as {@code 127.0.0.1:4270} or {@code https://play.example}. It connects on
     * the first call. The addresses of servers that share a database can be given together, separated by commas: the
     * client uses the first that answers, also after its connection has failed. The certificate authorities are those
     * of the file that {@code BOTWERK_CA} names, or else those of Java.
     *
     * @throws IllegalArgumentException if an address or the authorities are not valid
     */
    public static Client connect(String server) {
        return connect(server, new ConnectOptions(null, null));
    }

    /**
     * Returns a client with an admin token or authorities of its own: see {@link #connect(String)}. With authorities an
     * address without a scheme means {@code https}.
     *
     * @throws IllegalArgumentException if the address or the authorities are not valid
     */
    public static Client connect(String server, ConnectOptions options) {
        try {
            var ca = options.ca();
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
            return new Client(server, options, connection, options.adminToken());
        } catch (IOException error) {
            throw new IllegalArgumentException(server + ": certificate authorities: " + error.getMessage(), error);
        }
    }

    /** Returns a client for the server to which this one has redirected. */
    Client follow(String address) {
        return connect(address, options);
    }

    private static ChannelCredentials credentials(boolean usesTls, byte[] ca) throws IOException {
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

    /** Returns what adds a token to calls. */
    private static ClientInterceptor presenting(String token) {
        var headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        return MetadataUtils.newAttachHeadersInterceptor(headers);
    }

    /**
     * Returns the same connection with the token of a seat, a bot, an environment or the owner of a match, which calls
     * present instead of the admin token.
     */
    public Client withToken(String token) {
        return new Client(server, options, connection, token);
    }

    /** Returns searches of positions, and exact solutions. */
    public AnalysisServiceBlockingStub analysis() {
        return AnalysisServiceGrpc.newBlockingStub(channel);
    }

    /** Returns bots and their invitations. */
    public BotServiceBlockingStub bots() {
        return BotServiceGrpc.newBlockingStub(channel);
    }

    /** Returns games, agents and rulesets. */
    public CatalogServiceBlockingStub catalog() {
        return CatalogServiceGrpc.newBlockingStub(channel);
    }

    /** Returns environments, whose matches are stepped together. */
    public EnvServiceBlockingStub envs() {
        return EnvServiceGrpc.newBlockingStub(channel);
    }

    /** Returns matches. */
    public MatchServiceBlockingStub matches() {
        return MatchServiceGrpc.newBlockingStub(channel);
    }

    /** Returns what creates, changes and ends tournaments. */
    public OrganizerServiceBlockingStub organizer() {
        return OrganizerServiceGrpc.newBlockingStub(channel);
    }

    /** Returns the rules as stateless functions. */
    public RulesServiceBlockingStub rules() {
        return RulesServiceGrpc.newBlockingStub(channel);
    }

    /** Returns tournaments with their standings and pairings. */
    public TournamentServiceBlockingStub tournaments() {
        return TournamentServiceGrpc.newBlockingStub(channel);
    }

    /** Returns the connection, for stubs of other kinds. */
    public Channel channel() {
        return channel;
    }

    /** Makes the next call connect at once if the connection has failed: gRPC waits up to two minutes. */
    void resetConnectBackoff() {
        connection.resetConnectBackoff();
    }

    /** Closes the connection, also of clients with other tokens. Calls in progress fail. */
    @Override
    public void close() {
        connection.shutdownNow();
    }

    @Override
    public String toString() {
        return server;
    }
}
