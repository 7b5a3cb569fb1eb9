CREATE TABLE matches (
    key            INTEGER PRIMARY KEY,
    id             TEXT NOT NULL UNIQUE,
    request_id     TEXT UNIQUE,
    state          INTEGER NOT NULL,
    created_micros INTEGER NOT NULL,
    setup          TEXT NOT NULL,
    outcome        TEXT
);

CREATE INDEX matches_by_state ON matches (state, id);

-- One row per commit, appended after all others whichever match it belongs to.
CREATE TABLE commits (
    number      INTEGER PRIMARY KEY,
    match_key   INTEGER NOT NULL REFERENCES matches (key),
    -- Number of the match's events up to and including this commit.
    event_count INTEGER NOT NULL,
    -- Event lines of the record, one per line.
    events      TEXT NOT NULL,
    -- One JSON array per line: [seat, turn, part, content, elapsed, charged, effort, seq, view_hash],
    -- where numbers are signed.
    submissions TEXT NOT NULL
);

-- The index ends with the commit's number, so a match's commits are in order and the last one is found
-- at once.
CREATE INDEX commits_by_match ON commits (match_key);

CREATE TABLE tournaments (
    key            INTEGER PRIMARY KEY,
    id             TEXT NOT NULL UNIQUE,
    request_id     TEXT UNIQUE,
    state          INTEGER NOT NULL,
    created_micros INTEGER NOT NULL,
    configuration  TEXT NOT NULL,
    -- 64 hex digits; each seed is used once.
    seed           TEXT NOT NULL UNIQUE,
    -- The secret from which the tokens of seats and launched bots are derived; 64 hex digits.
    secret         TEXT NOT NULL,
    -- Withdrawals, byes and the progress of the schedule, as JSON.
    status         TEXT NOT NULL,
    -- The sums of all results, as JSON.
    tally          TEXT NOT NULL
);

CREATE INDEX tournaments_by_state ON tournaments (state, id);

-- All attempts at the matches of a tournament, and their forfeits.
CREATE TABLE attempts (
    tournament_key INTEGER NOT NULL REFERENCES tournaments (key),
    pairing        INTEGER NOT NULL,
    -- From 1.
    attempt        INTEGER NOT NULL,
    -- The match; NULL for a forfeit.
    match_key      INTEGER REFERENCES matches (key),
    -- As JSON; NULL for an attempt that does not count.
    result         TEXT,
    PRIMARY KEY (tournament_key, pairing, attempt)
) WITHOUT ROWID;

-- At most one attempt of a pairing counts.
CREATE UNIQUE INDEX results ON attempts (tournament_key, pairing) WHERE result IS NOT NULL;

CREATE TABLE bots (
    name                   TEXT PRIMARY KEY,
    created_micros         INTEGER NOT NULL,
    token_sha256           TEXT NOT NULL UNIQUE,
    -- Names of the games that the bot plays, as JSON; empty for all games.
    games                  TEXT NOT NULL,
    max_concurrent_matches INTEGER NOT NULL
) WITHOUT ROWID;
