package dev.botwerk;

/** A bot has thrown. The cause is what it has thrown. */
public final class BotException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BotException(Throwable cause) {
        super("the bot failed: " + cause, cause);
    }
}
