package dev.botwerk;

import dev.botwerk.v1.MatchOver;
import dev.botwerk.v1.StreamInvitationsRequest;
import dev.botwerk.v1.StreamInvitationsResponse;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Plays matches with bots. */
public final class Botwerk {
    private Botwerk() {}

    /**
     * Plays all matches to which a launched bot is invited, until its tournament has ended: {@code BOTWERK_SERVER} and
     * {@code BOTWERK_BOT_TOKEN} in its environment are the server and the token. A connection that fails is opened
     * again, and matches continue where they were.
     *
     * @param bot the bot
     * @throws RejectedException if the server rejects the token
     * @throws BotException if the bot has thrown
     * @throws InterruptedException if this thread is interrupted
     */
    public static void run(Bot bot) throws InterruptedException {
        run(bot, environment("BOTWERK_SERVER"), environment("BOTWERK_BOT_TOKEN"));
    }

    /**
     * Plays all matches to which a registered bot is invited: see {@link #run(Bot)}. The bot follows its
     * tournament and its matches, if there are several servers as in {@link Client#connect(String)}.
     *
     * @param bot the bot
     * @param server the address, or several
     * @param token the token of the bot
     * @throws InterruptedException if this thread is interrupted
     */
    public static void run(Bot bot, String server, String token) throws InterruptedException {
        try (var client = Client.connect(server)) {
            run(bot, client, token);
        }
    }

    /**
     * Plays all matches to which a bot is invited over a connection: see {@link #run(Bot)}.
     *
     * @param bot the bot
     * @param client the connection
     * @param token the token of the bot
     * @throws InterruptedException if this thread is interrupted
     */
    public static void run(Bot bot, Client client, String token) throws InterruptedException {
        var failed = new CountDownLatch(1);
        // Another server may direct the bot's tournament.
        try (var online = Context.current().withCancellation();
                var followed = new FollowedClient(client)) {
            var matches = new InvitedMatches(bot, client, () -> {
                failed.countDown();
                online.cancel(null);
            });
            try {
                playInvitations(bot, followed, token, matches, online, failed);
            } catch (RejectedException rejected) {
                // An error of this stream does not end the matches.
                matches.finish();
                throw rejected;
            } catch (InterruptedException interrupted) {
                matches.interrupt();
                throw interrupted;
            }
            matches.finish();
        }
    }

    /**
     * Plays one match to its end and returns how it ended. It follows the match to another server.
     *
     * @param bot the bot
     * @param server the address, or several
     * @param match the name of the match
     * @param seatToken the token of the seat
     * @return how the match ended
     * @throws RejectedException if the seat cannot be joined
     * @throws BotException if the bot has thrown
     * @throws InterruptedException if this thread is interrupted
     */
    public static MatchOver play(Bot bot, String server, String match, String seatToken) throws InterruptedException {
        try (var client = Client.connect(server)) {
            return play(bot, client, match, seatToken);
        }
    }

    /**
     * Plays one match over a connection: see {@link #play(Bot, String, String, String)}.
     *
     * @param bot the bot
     * @param client the connection
     * @param match the name of the match
     * @param seatToken the token of the seat
     * @return how the match ended
     * @throws InterruptedException if this thread is interrupted
     */
    public static MatchOver play(Bot bot, Client client, String match, String seatToken) throws InterruptedException {
        return new Player(bot, client, match, seatToken).play();
    }

    /** Starts the matches of all invitations until the bot takes no further part. */
    private static void playInvitations(
            Bot bot,
            FollowedClient client,
            String token,
            InvitedMatches matches,
            Context online,
            CountDownLatch failed)
            throws InterruptedException {
        var request = StreamInvitationsRequest.newBuilder()
                .setMaxConcurrentMatches(bot.maxConcurrentMatches())
                .build();
        var reconnects = new Reconnects(client.current(), "invitations");
        Log.info("invitations", "connecting to " + client.current());
        for (; ; ) {
            client.current().resetConnectBackoff();
            var previous = online.attach();
            Throwable cause;
            try {
                var bots = client.current().withToken(token).bots();
                if (hasEnded(bots.streamInvitations(request), matches, reconnects)) {
                    return;
                }
                cause = new IllegalStateException("the server ended the stream");
            } catch (StatusRuntimeException error) {
                cause = error;
            } finally {
                online.detach(previous);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (matches.failure() != null) {
                return;
            }
            var rejected = RejectedException.from(cause);
            if (rejected.isFinal()) {
                throw rejected;
            }
            client.follow(rejected.address().orElse(null));
            if (failed.await(reconnects.delayMillis(cause), TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    /** Starts the matches of one stream of invitations. Returns whether the bot takes no further part. */
    private static boolean hasEnded(
            Iterator<StreamInvitationsResponse> frames, InvitedMatches matches, Reconnects reconnects) {
        while (frames.hasNext()) {
            var frame = frames.next();
            reconnects.succeed();
            switch (frame.getKindCase()) {
                case INVITATION -> matches.accept(frame.getInvitation());
                case TOURNAMENT_ENDED -> {
                    return true;
                }
                case ENTRANT_WITHDRAWN -> {
                    var withdrawn = frame.getEntrantWithdrawn();
                    Log.warn(withdrawn.getTournament(), "withdrawn: " + withdrawn.getMessage());
                    return true;
                }
                case ONLINE, KIND_NOT_SET -> {}
            }
        }
        return false;
    }

    private static String environment(String variable) {
        var value = System.getenv(variable);
        if (value == null || value.isEmpty()) {
            throw new IllegalStateException(variable + ": expected a value; set it, or pass the server and the token");
        }
        return value;
    }
}
