-- Identities of an OpenID provider with which owners sign in.
CREATE TABLE identities (
    issuer         TEXT NOT NULL,
    subject        TEXT NOT NULL,
    owner          TEXT NOT NULL REFERENCES owners (name),
    created_micros INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) WITHOUT ROWID;

CREATE INDEX identities_by_owner ON identities (owner);

-- Tokens of owners who have signed in with an identity.
CREATE TABLE owner_sessions (
    -- As 64 hex digits.
    token_sha256   TEXT PRIMARY KEY,
    owner          TEXT NOT NULL REFERENCES owners (name),
    expires_micros INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX owner_sessions_by_owner ON owner_sessions (owner);
