package dev.botwerk;

import java.util.concurrent.ThreadLocalRandom;

/** The delays between attempts to connect, with random parts so that bots do not connect all at once. */
final class Reconnects {
    /** Delay before the first reconnect, in milliseconds. It doubles with every further one. */
    private static final int MIN_DELAY_MILLIS = 100;

    /** Maximum delay before a reconnect, in milliseconds. */
    private static final int MAX_DELAY_MILLIS = 2_000;

    /** Number of failures between two messages about the same outage. */
    private static final int FAILURES_PER_MESSAGE = 15;

    private final Client client;
    private final String subject;
    private int failures;

    /** @param subject what connects, for messages */
    Reconnects(Client client, String subject) {
        this.client = client;
        this.subject = subject;
    }

    /** Records that the server has answered. */
    void succeed() {
        if (failures > 0) {
            Log.info(subject, "connected again");
        }
        failures = 0;
    }

    /** Records a failure and returns the delay before the next attempt, in milliseconds. */
    long delayMillis(Throwable cause) {
        if (failures % FAILURES_PER_MESSAGE == 0) {
            var proxy = Proxies.text(client.toString());
            Log.warn(subject, "connecting again to " + client + ": " + rootMessage(cause) + proxy);
        }
        var delay = Math.min(MIN_DELAY_MILLIS << Math.min(failures, 10), MAX_DELAY_MILLIS);
        failures += 1;
        return Math.round(delay * ThreadLocalRandom.current().nextDouble(0.75, 1.25));
    }

    /** Returns the message of the first cause: gRPC calls all of them "io exception". */
    private static String rootMessage(Throwable cause) {
        var root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root == cause ? RejectedException.from(cause).detail() : root.getMessage();
    }
}
