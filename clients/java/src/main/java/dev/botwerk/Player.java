package dev.botwerk;

import dev.botwerk.v1.ActionRequest;
import dev.botwerk.v1.ErrorReason;
import dev.botwerk.v1.Join;
import dev.botwerk.v1.Joined;
import dev.botwerk.v1.MatchOver;
import dev.botwerk.v1.PlayResponse;
import dev.botwerk.v1.Rejected;
import dev.botwerk.v1.ResignSeatRequest;
import dev.botwerk.v1.Submission;
import dev.botwerk.v1.ViewOptions;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A bot in one match. The thread of {@link #play} owns the state; another one computes choices. */
final class Player {
    /** Maximum number of rejected choices for one request. The server does not count a text that is no action. */
    private static final int MAX_REJECTIONS = 10;

    /** Maximum time to leave a match, in seconds. */
    private static final int LEAVE_SECONDS = 5;

    /** A request that the server has sent, and the bot's answer. */
    private static final class OpenRequest {
        private ActionRequest message;
        private volatile boolean isOpen = true;
        /** What was submitted, to be sent again after a reconnect. */
        private @Nullable Submission submission;

        private int rejections;

        private OpenRequest(ActionRequest message) {
            this.message = message;
        }
    }

    /** What a bot has chosen for a request, or what it has thrown. */
    private record MadeChoice(OpenRequest request, @Nullable Choice choice, @Nullable Throwable failure) {}

    private final Bot bot;
    private final FollowedClient client;
    private final String name;
    private final String seatToken;
    private final Reconnects reconnects;
    private final ExecutorService chooser;
    /** Events of streams and choices, in the order of their arrival. */
    private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

    private @Nullable Match match;
    /** The seq of the latest frame. */
    private long seq;

    private @Nullable OpenRequest request;
    /** The stream, or null while there is no connection. */
    private @Nullable PlayStream stream;

    private boolean hasJoined;
    private boolean isChoosing;

    Player(Bot bot, Client client, String name, String seatToken) {
        this.bot = bot;
        this.client = new FollowedClient(client);
        this.name = name;
        this.seatToken = seatToken;
        this.reconnects = new Reconnects(client, name);
        this.chooser = Executors.newSingleThreadExecutor(Threads.named(name + " choices"));
    }

    /**
     * Plays the match to its end, over as many connections as it takes.
     *
     * @throws RejectedException if the seat cannot be joined
     * @throws BotException if the bot has thrown
     */
    MatchOver play() throws InterruptedException {
        try {
            return playConnections();
        } catch (BotException failed) {
            leave();
            throw failed;
        } finally {
            client.close();
        }
    }

    /** Leaves the match because the bot has failed, so that its opponents need not wait. */
    private void leave() {
        var request = ResignSeatRequest.newBuilder()
                .setMatch(name)
                .setHasCrashed(true)
                .build();
        var matches = client.current().withToken(seatToken).matches();
        try {
            matches.withDeadlineAfter(LEAVE_SECONDS, TimeUnit.SECONDS).resignSeat(request);
        } catch (StatusRuntimeException error) {
            Log.warn(name, "the seat cannot leave: " + RejectedException.from(error).getMessage());
        }
    }

    private MatchOver playConnections() throws InterruptedException {
        try {
            connect();
            var retryNanos = 0L;
            for (; ; ) {
                Object event = stream != null
                        ? events.take()
                        : events.poll(retryNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (event == null) {
                    connect();
                } else if (event instanceof MadeChoice made) {
                    handleChoice(made);
                } else if (event instanceof PlayStream.Event received && received.stream() == stream) {
                    if (received.failure() != null) {
                        var delay = disconnect(received.failure());
                        retryNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delay);
                    } else {
                        var over = handleFrame(received.frame());
                        if (over != null) {
                            return over;
                        }
                    }
                }
            }
        } finally {
            closeRequest();
            if (stream != null) {
                stream.close();
            }
            chooser.shutdown();
        }
    }

    private void connect() {
        var join = Join.newBuilder()
                .setMatch(name)
                .setSeatToken(seatToken)
                .setResumeAfterSeq(seq)
                .setViewOptions(ViewOptions.newBuilder().setIncludeLegalActions(true).setIncludeText(true))
                .build();
        stream = PlayStream.open(client.current(), join, events::add);
    }

    /** Handles the end of a connection and returns the delay before the next one, in milliseconds. */
    private long disconnect(Throwable failure) {
        stream = null;
        hasJoined = false;
        var rejected = RejectedException.from(failure);
        if (rejected.isFinal()) {
            throw rejected;
        }
        client.follow(rejected.address().orElse(null));
        return reconnects.delayMillis(failure);
    }

    /** Returns the end of the match if the frame is that, or else null. */
    private @Nullable MatchOver handleFrame(PlayResponse frame) {
        switch (frame.getKindCase()) {
            case JOINED -> handleJoined(frame.getJoined());
            case ACTION_REQUEST -> {
                seq = Math.max(seq, frame.getActionRequest().getSeq());
                handleRequest(frame.getActionRequest());
            }
            case UPDATE -> {
                seq = Math.max(seq, frame.getUpdate().getSeq());
                if (frame.getUpdate().hasRace()) {
                    // The race is decided: a seat that has not announced is too late.
                    closeRequest();
                }
            }
            case REJECTED -> handleRejected(frame.getRejected());
            case MATCH_STATE_CHANGED -> Log.info(name, frame.getMatchStateChanged().getMessage());
            case MATCH_OVER -> {
                closeRequest();
                if (match != null) {
                    call(() -> bot.ended(match, frame.getMatchOver()));
                }
                return frame.getMatchOver();
            }
            case ACCEPTED, KIND_NOT_SET -> {}
        }
        return null;
    }

    private void handleJoined(Joined joined) {
        hasJoined = true;
        reconnects.succeed();
        // A server without full durability loses its latest frames in a power failure, and uses their numbers again.
        seq = Math.min(seq, joined.getSeq());
        match = Match.from(joined);
        call(() -> bot.started(match));
    }

    /** Answers a request: with the same submission as before if it is sent again. */
    private void handleRequest(ActionRequest message) {
        if (request != null && isSame(request.message, message)) {
            request.message = message;
            submit();
            return;
        }
        closeRequest();
        request = new OpenRequest(message);
        choose();
    }

    /** Returns whether a request is the same as one that was received before, as after a reconnect. */
    private static boolean isSame(ActionRequest a, ActionRequest b) {
        return a.getTurn() == b.getTurn()
                && a.getPart() == b.getPart()
                && a.getView().getViewHash() == b.getView().getViewHash();
    }

    /** Closes the open request, so that the bot can see that its choice does not matter any more. */
    private void closeRequest() {
        if (request != null) {
            request.isOpen = false;
            request = null;
        }
    }

    /** Lets the bot choose for the open request, unless it still computes another choice. */
    private void choose() {
        if (isChoosing || request == null || request.submission != null) {
            return;
        }
        isChoosing = true;
        var open = request;
        var view = view(open);
        chooser.execute(() -> {
            try {
                events.add(new MadeChoice(open, bot.choose(view, view.legal()), null));
            } catch (Throwable failure) {
                events.add(new MadeChoice(open, null, failure));
            }
        });
    }

    /** Submits a choice if its request is still open. */
    private void handleChoice(MadeChoice made) {
        isChoosing = false;
        if (made.failure() != null) {
            throw new BotException(made.failure());
        }
        if (made.request() == request) {
            if (made.choice() == null) {
                throw new BotException(new NullPointerException("choose: expected a choice, found null"));
            }
            var submission = Submission.newBuilder()
                    .setTurn(request.message.getTurn())
                    .setPart(request.message.getPart())
                    .setText(made.choice().text())
                    .setEffort(made.choice().effort())
                    .setComment(made.choice().comment());
            made.choice().score().ifPresent(submission::setScore);
            request.submission = submission.build();
            submit();
        }
        choose();
    }

    /** Sends the submission, unless the connection has failed: the server then sends the request again. */
    private void submit() {
        if (hasJoined && request.submission != null) {
            var handle = request.message.getHandle();
            stream.submit(request.submission.toBuilder().setHandle(handle).build());
        }
    }

    private void handleRejected(Rejected message) {
        var rejected = RejectedException.from(message.getError());
        var isPlayedElsewhere = rejected.reason() == ErrorReason.ERROR_REASON_REPLACED || rejected.address().isPresent();
        if (match == null || message.getHandle() == 0 || isPlayedElsewhere) {
            // Ends the stream with this error: the seat was not joined, or is not played by it any more.
            stream.close();
            events.add(new PlayStream.Event(stream, null, rejected));
            return;
        }
        var answersOpen = request != null
                && request.submission != null
                && request.message.getTurn() == message.getTurn()
                && request.message.getPart() == message.getPart();
        if (!answersOpen) {
            return;
        }
        if (!rejected.leavesRequestOpen()) {
            if (!rejected.isExpected()) {
                Log.warn(name, rejected.getMessage());
            }
            return;
        }
        request.submission = null;
        request.rejections += 1;
        if (request.rejections >= MAX_REJECTIONS) {
            throw new BotException(rejected);
        }
        var view = view(request);
        call(() -> bot.rejected(view, rejected));
        choose();
    }

    private View view(OpenRequest open) {
        return new View(match, open.message, () -> open.isOpen);
    }

    /** Calls a method of the bot. */
    private static void call(Runnable method) {
        try {
            method.run();
        } catch (Throwable failure) {
            throw new BotException(failure);
        }
    }
}
