-- People and teams that own bots.
CREATE TABLE owners (
    name                   TEXT COLLATE "C" PRIMARY KEY,
    created_micros         BIGINT NOT NULL,
    -- The hash of its token, as 64 hex digits; NULL if the owner was deleted, whose name stays taken.
    token_sha256           TEXT UNIQUE,
    -- NULL for never.
    token_expires_micros   BIGINT,
    -- NULL if it is not banned.
    ban_reason             TEXT,
    -- NULL for the default of the server.
    max_bots               BIGINT,
    max_concurrent_matches BIGINT
);

CREATE INDEX owners_by_creation ON owners (created_micros);

-- NULL for the operator.
ALTER TABLE bots ADD COLUMN owner TEXT;
-- NULL for never.
ALTER TABLE bots ADD COLUMN token_expires_micros BIGINT;

CREATE INDEX bots_by_owner ON bots (owner, name) WHERE owner IS NOT NULL;

-- Codes with which owners sign up.
CREATE TABLE sign_up_codes (
    id             TEXT COLLATE "C" PRIMARY KEY,
    code_sha256    TEXT NOT NULL UNIQUE,
    description    TEXT NOT NULL,
    remaining_uses BIGINT NOT NULL,
    created_micros BIGINT NOT NULL,
    expires_micros BIGINT NOT NULL
);

-- Tokens of operators, workers and organisers.
CREATE TABLE tokens (
    id             TEXT COLLATE "C" PRIMARY KEY,
    token_sha256   TEXT NOT NULL UNIQUE,
    -- What it grants, as JSON.
    scope          TEXT NOT NULL,
    created_micros BIGINT NOT NULL,
    -- NULL for never.
    expires_micros BIGINT
);

-- What operators, organisers and owners have done. Rows are only added.
CREATE TABLE audit_log (
    number    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at_micros BIGINT NOT NULL,
    actor     TEXT NOT NULL,
    act       TEXT NOT NULL,
    subject   TEXT NOT NULL,
    detail    TEXT NOT NULL
);

CREATE INDEX audit_log_by_actor ON audit_log (actor, number);
CREATE INDEX audit_log_by_subject ON audit_log (subject, number);
