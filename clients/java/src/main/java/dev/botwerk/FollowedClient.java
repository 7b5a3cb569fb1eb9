package dev.botwerk;

import org.jspecify.annotations.Nullable;

/** A client that goes to the servers to which others redirect, and back to its own if one of them fails. */
final class FollowedClient implements AutoCloseable {
    private final Client client;
    /** The connection to the server to which another has redirected, or null. */
    private @Nullable Client redirected;

    FollowedClient(Client client) {
        this.client = client;
    }

    /** Returns the client for the next attempt. */
    Client current() {
        return redirected != null ? redirected : client;
    }

    /** Makes the next attempt one to the server at an address, or to those of the client if it is null. */
    void follow(@Nullable String address) {
        if (redirected != null) {
            redirected.close();
        }
        redirected = address == null ? null : client.follow(address);
    }

    /** Closes the connection to another server. */
    @Override
    public void close() {
        follow(null);
    }
}
