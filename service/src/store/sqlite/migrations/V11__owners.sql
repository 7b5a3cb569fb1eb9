-- People and teams that own bots.
CREATE TABLE owners (
    name                   TEXT PRIMARY KEY,
    created_micros         INTEGER NOT NULL,
    -- The hash of its token, as 64 hex digits; NULL if the owner was deleted, whose name stays taken.
    token_sha256           TEXT UNIQUE,
    -- NULL for never.
    token_expires_micros   INTEGER,
    -- NULL if it is not banned.
    ban_reason             TEXT,
    -- NULL for the default of the server.
    max_bots               INTEGER,
    max_concurrent_matches INTEGER
) WITHOUT ROWID;

CREATE INDEX owners_by_creation ON owners (created_micros);

-- NULL for the operator.
ALTER TABLE bots ADD COLUMN owner TEXT REFERENCES owners (name);
-- NULL for never.
ALTER TABLE bots ADD COLUMN token_expires_micros INTEGER;

CREATE INDEX bots_by_owner ON bots (owner, name) WHERE owner IS NOT NULL;

-- Codes with which owners sign up.
CREATE TABLE sign_up_codes (
    id             TEXT PRIMARY KEY,
    code_sha256    TEXT NOT NULL UNIQUE,
    description    TEXT NOT NULL,
    remaining_uses INTEGER NOT NULL,
    created_micros INTEGER NOT NULL,
    expires_micros INTEGER NOT NULL
) WITHOUT ROWID;

-- Tokens of operators, workers and organisers.
CREATE TABLE tokens (
    id             TEXT PRIMARY KEY,
    token_sha256   TEXT NOT NULL UNIQUE,
    -- What it grants, as JSON.
    scope          TEXT NOT NULL,
    created_micros INTEGER NOT NULL,
    -- NULL for never.
    expires_micros INTEGER
) WITHOUT ROWID;

-- What operators, organisers and owners have done. Rows are only added.
CREATE TABLE audit_log (
    number    INTEGER PRIMARY KEY AUTOINCREMENT,
    at_micros INTEGER NOT NULL,
    actor     TEXT NOT NULL,
    act       TEXT NOT NULL,
    subject   TEXT NOT NULL,
    detail    TEXT NOT NULL
);

CREATE INDEX audit_log_by_actor ON audit_log (actor, number);
CREATE INDEX audit_log_by_subject ON audit_log (subject, number);
