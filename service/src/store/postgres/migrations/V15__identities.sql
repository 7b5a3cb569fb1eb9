-- Identities of an OpenID provider with which owners sign in.
CREATE TABLE identities (
    issuer         TEXT COLLATE "C" NOT NULL,
    subject        TEXT COLLATE "C" NOT NULL,
    owner          TEXT COLLATE "C" NOT NULL,
    created_micros BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);

CREATE INDEX identities_by_owner ON identities (owner);

-- Tokens of owners who have signed in with an identity.
CREATE TABLE owner_sessions (
    -- As 64 hex digits.
    token_sha256   TEXT COLLATE "C" PRIMARY KEY,
    owner          TEXT COLLATE "C" NOT NULL,
    expires_micros BIGINT NOT NULL
);

CREATE INDEX owner_sessions_by_owner ON owner_sessions (owner);
