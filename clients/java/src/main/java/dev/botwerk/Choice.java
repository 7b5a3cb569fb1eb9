package dev.botwerk;

/**
 * The choice of a bot: a turn in the notation of the game, and what its search declares.
 *
 * @param text one action, or several, separated as in the notation of the game
 * @param effort number of search nodes, from which the time of an announcement follows on virtual time
 * @param score the expected result for this player in the unit of the game, for adjudicated matches; null if the bot
 *     has no expectation
 */
public record Choice(String text, long effort, Integer score) {
    public Choice {
        if (text == null) {
            throw new NullPointerException("text: expected an action, found null");
        }
    }

    /** Returns a choice without effort and score. */
    public static Choice of(String text) {
        return new Choice(text, 0, null);
    }
}
