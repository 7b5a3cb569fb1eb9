CREATE TABLE tournaments (
    key            INTEGER PRIMARY KEY,
    id             TEXT NOT NULL UNIQUE,
    request_id     TEXT UNIQUE,
    state          INTEGER NOT NULL,
    created_micros INTEGER NOT NULL,
    configuration  TEXT NOT NULL,
    -- 64 hex digits; one seed is used once.
    seed           TEXT NOT NULL UNIQUE,
    -- What the tokens of its seats and programs are made of; 64 hex digits.
    secret         TEXT NOT NULL,
    -- Who has withdrawn, who had byes, and how far it is, as JSON.
    status         TEXT NOT NULL,
    -- What all results come to, as JSON.
    tally          TEXT NOT NULL
);

CREATE INDEX tournaments_by_state ON tournaments (state, id);

-- Every time that a match of a tournament was begun, or forfeited.
CREATE TABLE attempts (
    tournament_key INTEGER NOT NULL REFERENCES tournaments (key),
    pairing        INTEGER NOT NULL,
    -- From 1.
    attempt        INTEGER NOT NULL,
    -- The match; none of a forfeit.
    match_key      INTEGER REFERENCES matches (key),
    -- As JSON, once it counts.
    result         TEXT,
    PRIMARY KEY (tournament_key, pairing, attempt)
) WITHOUT ROWID;

-- Of all attempts one counts.
CREATE UNIQUE INDEX results ON attempts (tournament_key, pairing) WHERE result IS NOT NULL;

CREATE TABLE bots (
    name           TEXT PRIMARY KEY,
    created_micros INTEGER NOT NULL,
    token_sha256   TEXT NOT NULL UNIQUE,
    -- Names of the games that it plays, as JSON; empty for all.
    games          TEXT NOT NULL,
    max_parallel   INTEGER NOT NULL
) WITHOUT ROWID;
