package dev.botwerk;

import dev.botwerk.v1.Invitation;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The matches that a bot plays because of invitations, each in a thread of its own. */
final class InvitedMatches {
    private final Bot bot;
    private final Client client;
    /** Is called once the bot has thrown. */
    private final Runnable onFailure;

    private final ExecutorService threads = Executors.newCachedThreadPool(Threads.named("matches"));
    private final Set<String> matches = new HashSet<>();
    private @Nullable BotException failure;

    InvitedMatches(Bot bot, Client client, Runnable onFailure) {
        this.bot = bot;
        this.client = client;
        this.onFailure = onFailure;
    }

    /** Returns what the bot has thrown, or null. */
    synchronized @Nullable BotException failure() {
        return failure;
    }

    /** Starts to play a match. An invitation is sent again after a reconnect. */
    synchronized void accept(Invitation invitation) {
        var key = invitation.getMatch() + " " + invitation.getSeat();
        if (matches.add(key)) {
            threads.execute(() -> play(key, invitation));
        }
    }

    /** Waits for the end of all matches and throws what the bot has thrown. */
    void finish() throws InterruptedException {
        threads.shutdown();
        threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        if (failure() != null) {
            throw failure();
        }
    }

    /** Abandons all matches. */
    void interrupt() {
        threads.shutdownNow();
    }

    private void play(String key, Invitation invitation) {
        try {
            new Player(bot, client, invitation.getMatch(), invitation.getSeatToken()).play();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (RejectedException rejected) {
            // The match has ended or was taken over in the meantime. Another invitation is another try.
            synchronized (this) {
                matches.remove(key);
            }
            Log.warn(invitation.getMatch(), rejected.getMessage());
        } catch (BotException failed) {
            fail(invitation.getMatch(), failed);
        } catch (RuntimeException defect) {
            fail(invitation.getMatch(), new BotException(defect));
        }
    }

    private void fail(String match, BotException failed) {
        Log.error(match, "the bot failed", failed.getCause());
        synchronized (this) {
            if (failure == null) {
                failure = failed;
            }
        }
        onFailure.run();
    }
}
