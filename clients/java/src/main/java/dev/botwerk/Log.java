package dev.botwerk;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log of all bots: the logger {@code dev.botwerk}. */
final class Log {
    private static final Logger LOGGER = System.getLogger("dev.botwerk");

    private Log() {}

    static void info(String subject, String message) {
        LOGGER.log(Level.INFO, subject + ": " + message);
    }

    static void warn(String subject, String message) {
        LOGGER.log(Level.WARNING, subject + ": " + message);
    }

    static void error(String subject, String message, Throwable cause) {
        LOGGER.log(Level.ERROR, subject + ": " + message, cause);
    }
}
