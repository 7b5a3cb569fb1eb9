-- The tables of an SQLite file, and the leases of servers. Foreign keys are not declared: they would be checked for
-- every row of every match, and `botwerk db check` finds rows that refer to missing ones.

-- One row: 64 hex digits, from which the tokens of matches and the key that signs records are derived.
CREATE TABLE server (
    secret TEXT NOT NULL
);

-- The servers that run. A row is a lease on all matches and tournaments that have its epoch as `owner_epoch`.
CREATE TABLE servers (
    -- Never used twice: a server that loses its lease registers under a new epoch.
    epoch       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Where clients reach the server.
    address     TEXT NOT NULL,
    -- The machine and the port: the same after a restart.
    identity    TEXT NOT NULL,
    -- By the clock of the database.
    expires_at  TIMESTAMPTZ NOT NULL,
    -- The number of the last transaction, which shows whether one without an answer was committed.
    transaction BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- A server takes a thousand keys at a time.
CREATE SEQUENCE match_keys INCREMENT BY 1000 START WITH 1000;

CREATE TABLE matches (
    key            BIGINT PRIMARY KEY,
    id             TEXT COLLATE "C" NOT NULL,
    request_id     TEXT,
    -- The server that plays the match; NULL once it has ended.
    owner_epoch    BIGINT,
    state          INTEGER NOT NULL,
    created_micros BIGINT NOT NULL,
    setup          TEXT NOT NULL,
    outcome        TEXT,
    head           TEXT
);

CREATE UNIQUE INDEX matches_by_id ON matches (id);
CREATE UNIQUE INDEX matches_by_request ON matches (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX matches_by_owner ON matches (owner_epoch) WHERE owner_epoch IS NOT NULL;
-- Nearly all matches are over (4), and found by their ids alone.
CREATE INDEX matches_by_state ON matches (state, id) WHERE state <> 4;

CREATE TABLE commits (
    match_key   BIGINT NOT NULL,
    -- The zero-based number of the commit in its match.
    number      INTEGER NOT NULL,
    -- Number of the match's events up to and including this commit.
    event_count BIGINT NOT NULL,
    -- Event lines of the record, one per line.
    events      TEXT NOT NULL,
    -- One JSON array per line, as in an SQLite file.
    submissions TEXT NOT NULL,
    PRIMARY KEY (match_key, number)
);

CREATE TABLE tournaments (
    key            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id             TEXT COLLATE "C" NOT NULL UNIQUE,
    request_id     TEXT UNIQUE,
    -- The server that directs the tournament; NULL once it has ended.
    owner_epoch    BIGINT,
    state          INTEGER NOT NULL,
    created_micros BIGINT NOT NULL,
    configuration  TEXT NOT NULL,
    -- 64 hex digits; each seed is used once.
    seed           TEXT NOT NULL UNIQUE,
    secret         TEXT NOT NULL,
    status         TEXT NOT NULL,
    -- The sums of all results, as JSON.
    tally          TEXT NOT NULL,
    -- Increases with every change of the tally, so that no server adds to sums that it has not read.
    tally_version  BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE INDEX tournaments_by_owner ON tournaments (owner_epoch) WHERE owner_epoch IS NOT NULL;

-- All attempts at the matches of a tournament, and their forfeits.
CREATE TABLE attempts (
    tournament_key BIGINT NOT NULL,
    pairing        BIGINT NOT NULL,
    -- From 1.
    attempt        INTEGER NOT NULL,
    -- The match; NULL for a forfeit.
    match_key      BIGINT,
    -- As JSON; NULL for an attempt that does not count.
    result         TEXT,
    PRIMARY KEY (tournament_key, pairing, attempt)
);

-- At most one attempt of a pairing counts.
CREATE UNIQUE INDEX results ON attempts (tournament_key, pairing) WHERE result IS NOT NULL;

-- The chunks that workers lease: whole blocks of a tournament whose matches have no result.
CREATE TABLE chunks (
    tournament_key BIGINT NOT NULL,
    first_pairing  BIGINT NOT NULL,
    -- The matches, as JSON: at most 63.
    matches        TEXT NOT NULL,
    -- Bit n is set if the nth match is done.
    done           BIGINT NOT NULL DEFAULT 0,
    -- How often the chunk was leased.
    lease_epoch    BIGINT NOT NULL DEFAULT 0,
    is_leased      BOOLEAN NOT NULL DEFAULT FALSE,
    -- When the lease ends, by the clock of the database.
    expires_at     TIMESTAMPTZ,
    PRIMARY KEY (tournament_key, first_pairing)
) WITH (fillfactor = 50);

-- No index has the end of a lease, so that a renewal changes none.
CREATE INDEX free_chunks ON chunks (first_pairing) WHERE NOT is_leased;

-- Plays of a reproducible match that differ from the stored one.
CREATE TABLE differing_records (
    tournament_key BIGINT NOT NULL,
    pairing        BIGINT NOT NULL,
    -- The id of the worker whose play differs.
    worker         TEXT NOT NULL,
    -- The time at which the difference was found, in microseconds since 1970.
    found_micros   BIGINT NOT NULL,
    -- The other play, as JSON: start, events and outcome.
    record         TEXT NOT NULL,
    PRIMARY KEY (tournament_key, pairing, worker)
);

CREATE TABLE bots (
    name                   TEXT COLLATE "C" PRIMARY KEY,
    created_micros         BIGINT NOT NULL,
    token_sha256           TEXT NOT NULL UNIQUE,
    -- Names of the games that the bot plays, as JSON; empty for all games.
    games                  TEXT NOT NULL,
    max_concurrent_matches BIGINT NOT NULL
);

-- The rounds of leagues: what was paired does not follow from the results alone.
CREATE TABLE league_rounds (
    tournament_key BIGINT NOT NULL,
    -- From 1.
    round          BIGINT NOT NULL,
    -- The time of the pairing in microseconds since 1970.
    paired_micros  BIGINT NOT NULL,
    -- The entrants of every block in the order of their seats in its first match, as JSON.
    blocks         TEXT NOT NULL,
    PRIMARY KEY (tournament_key, round)
);

-- The final tables of the seasons of leagues, which nothing changes.
CREATE TABLE season_tables (
    tournament_key BIGINT NOT NULL,
    -- From 1.
    season         BIGINT NOT NULL,
    -- The time of its end in microseconds since 1970.
    ended_micros   BIGINT NOT NULL,
    -- A GetStandingsResponse of the API.
    standings      BYTEA NOT NULL,
    PRIMARY KEY (tournament_key, season)
);

-- The ends of the logs of seats: what their bots write to standard error, in UTF-8. A text of PostgreSQL could not have
-- a zero byte.
CREATE TABLE seat_logs (
    match_key BIGINT NOT NULL,
    seat      BIGINT NOT NULL,
    -- Number of bytes of the log before this part.
    start     BIGINT NOT NULL,
    text      BYTEA NOT NULL,
    PRIMARY KEY (match_key, seat, start)
);
