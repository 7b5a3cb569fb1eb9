package dev.botwerk;

import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a bot: a turn in the notation of the game, and what its search declares.
 *
 * <pre>{@code Choice.of("b2-b4 / .").withEffort(20_000).withScore(3)}</pre>
 */
public final class Choice {
    private final String text;
    private final long effort;
    private final @Nullable Integer score;
    private final String comment;

    private Choice(String text, long effort, @Nullable Integer score, String comment) {
        this.text = text;
        this.effort = effort;
        this.score = score;
        this.comment = comment;
    }

    /**
     * Returns a choice without effort, score and comment.
     *
     * @param text one action, or several, separated as in the notation of the game
     * @return the choice
     */
    public static Choice of(String text) {
        return new Choice(Objects.requireNonNull(text, "text: expected an action, found null"), 0, null, "");
    }

    /**
     * Returns the same choice with a number of search nodes, from which the time of an announcement follows on virtual
     * time.
     *
     * @param nodes the number of search nodes
     * @return the choice
     */
    public Choice withEffort(long nodes) {
        return new Choice(text, nodes, score, comment);
    }

    /**
     * Returns the same choice with the expected result for this player, for adjudicated matches.
     *
     * @param expected the result in the unit of the game
     * @return the choice
     */
    public Choice withScore(int expected) {
        return new Choice(text, effort, expected, comment);
    }

    /**
     * Returns the same choice with what the bot says about it to those who read the match later.
     *
     * @param why the comment, which is cut after 2,000 bytes
     * @return the choice
     */
    public Choice withComment(String why) {
        return new Choice(text, effort, score, Objects.requireNonNull(why, "why: expected a comment, found null"));
    }

    /** {@return the turn in the notation of the game} */
    public String text() {
        return text;
    }

    /** {@return the number of search nodes, 0 by default} */
    public long effort() {
        return effort;
    }

    /** {@return the expected result for this player in the unit of the game, or nothing} */
    public OptionalInt score() {
        return score == null ? OptionalInt.empty() : OptionalInt.of(score);
    }

    /** {@return what the bot says about its choice, empty by default} */
    public String comment() {
        return comment;
    }

    @Override
    public String toString() {
        return text;
    }
}
