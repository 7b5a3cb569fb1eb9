package dev.botwerk;

/**
 * How a client connects.
 *
 * @param adminToken the server's admin token, for calls that require it, or null
 * @param ca certificates of the trusted authorities in PEM format, or null for the default ones
 */
public record ConnectOptions(String adminToken, byte[] ca) {
    /** Does not show the token. */
    @Override
    public String toString() {
        return "ConnectOptions[adminToken=" + (adminToken == null ? null : "..") + "]";
    }
}
