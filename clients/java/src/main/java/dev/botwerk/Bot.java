package dev.botwerk;

import dev.botwerk.v1.MatchOver;
import java.util.List;

/**
 * A bot: implement {@link #choose} and pass it to {@link Botwerk#run(Bot)}.
 *
 * <pre>{@code Botwerk.run((view, legal) -> Choice.of(legal.get(0)));}</pre>
 *
 * <p>Matches are played in threads of their own, which call the bot concurrently, so state that belongs to one match
 * needs {@code view.match().name()} as a key. A method that throws ends {@code run} with a {@link BotException}, after
 * the bot's other matches have been played to their ends.
 */
@FunctionalInterface
public interface Bot {
    /**
     * Returns the next action, or a whole turn, in the notation of the game.
     *
     * @param view what the bot knows
     * @param legal the legal actions
     * @return the choice
     * @throws Exception if the bot fails
     */
    Choice choose(View view, List<String> legal) throws Exception;

    /** {@return the maximum number of matches at the same time, 4 by default} */
    default int maxConcurrentMatches() {
        return 4;
    }

    /**
     * Is called when the bot has joined a match, and again after it has rejoined.
     *
     * @param match the match
     */
    default void started(Match match) {}

    /**
     * Is called when a match has ended.
     *
     * @param match the match
     * @param over how it ended
     */
    default void ended(Match match, MatchOver over) {}

    /**
     * Is called when the server rejects a choice; {@code choose} is called again. Logs the rejection by default.
     *
     * @param view what the bot knows
     * @param error why the choice was rejected
     */
    default void rejected(View view, RejectedException error) {
        Log.warn(view.match().name(), error.getMessage());
    }
}
