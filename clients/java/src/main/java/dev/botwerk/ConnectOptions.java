package dev.botwerk;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a client connects: {@code ConnectOptions.builder().adminToken(token).build()}. */
public final class ConnectOptions {
    private final @Nullable String adminToken;
    private final byte @Nullable [] ca;

    private ConnectOptions(Builder builder) {
        this.adminToken = builder.adminToken;
        this.ca = builder.ca;
    }

    /** {@return a builder of options, which have their defaults until they are set} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the server's admin token, or nothing} */
    public Optional<String> adminToken() {
        return Optional.ofNullable(adminToken);
    }

    /** {@return the certificates of the trusted authorities in PEM format, or nothing for the default ones} */
    public Optional<byte[]> ca() {
        return Optional.ofNullable(ca).map(byte[]::clone);
    }

    /** Does not show the token. */
    @Override
    public String toString() {
        return "ConnectOptions[adminToken=" + (adminToken == null ? null : "..") + "]";
    }

    /** Builds options. */
    public static final class Builder {
        private @Nullable String adminToken;
        private byte @Nullable [] ca;

        private Builder() {}

        /**
         * Sets the server's admin token, for calls that require it.
         *
         * @param token the token
         * @return this builder
         */
        public Builder adminToken(String token) {
            adminToken = token;
            return this;
        }

        /**
         * Sets the trusted authorities. With authorities an address without a scheme means {@code https}.
         *
         * @param pem the certificates of the authorities, in PEM format
         * @return this builder
         */
        public Builder ca(byte[] pem) {
            ca = pem.clone();
            return this;
        }

        /** {@return the options} */
        public ConnectOptions build() {
            return new ConnectOptions(this);
        }
    }
}
