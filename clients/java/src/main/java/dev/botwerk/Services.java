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
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import org.jspecify.annotations.Nullable;

/**
 * The services of a server, whose calls present a token. They may be used by several threads, as long as their
 * {@link Client} is open.
 */
public sealed class Services permits Client {
    private final Channel connection;
    /** The connection with the token that calls present. */
    private final Channel channel;

    Services(Channel connection, @Nullable String token) {
        this.connection = connection;
        this.channel = token == null ? connection : ClientInterceptors.intercept(connection, presenting(token));
    }

    /** Returns what adds a token to calls. */
    private static ClientInterceptor presenting(String token) {
        var headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        return MetadataUtils.newAttachHeadersInterceptor(headers);
    }

    /**
     * Returns the services over the same connection with the token of a seat, a bot, an environment or the owner of a
     * match, which calls present instead of the admin token.
     *
     * @param token the token
     * @return the services, which the client closes
     */
    public Services withToken(String token) {
        return new Services(connection, token);
    }

    /** {@return searches of positions, and exact solutions} */
    public AnalysisServiceBlockingStub analysis() {
        return AnalysisServiceGrpc.newBlockingStub(channel);
    }

    /** {@return bots and their invitations} */
    public BotServiceBlockingStub bots() {
        return BotServiceGrpc.newBlockingStub(channel);
    }

    /** {@return games, agents and rulesets} */
    public CatalogServiceBlockingStub catalog() {
        return CatalogServiceGrpc.newBlockingStub(channel);
    }

    /** {@return environments, whose matches are stepped together} */
    public EnvServiceBlockingStub envs() {
        return EnvServiceGrpc.newBlockingStub(channel);
    }

    /** {@return matches} */
    public MatchServiceBlockingStub matches() {
        return MatchServiceGrpc.newBlockingStub(channel);
    }

    /** {@return what creates, changes and ends tournaments} */
    public OrganizerServiceBlockingStub organizer() {
        return OrganizerServiceGrpc.newBlockingStub(channel);
    }

    /** {@return the rules as stateless functions} */
    public RulesServiceBlockingStub rules() {
        return RulesServiceGrpc.newBlockingStub(channel);
    }

    /** {@return tournaments with their standings and pairings} */
    public TournamentServiceBlockingStub tournaments() {
        return TournamentServiceGrpc.newBlockingStub(channel);
    }

    /** {@return the connection with the token, for stubs of other kinds} */
    public Channel channel() {
        return channel;
    }
}
