-- Maximum processor time of the uploaded bots of an owner per day in seconds; NULL for the server's default.
ALTER TABLE owners ADD COLUMN max_processor_secs BIGINT;
-- Maximum number of searches of an owner per day; NULL for the server's default.
ALTER TABLE owners ADD COLUMN max_searches BIGINT;

-- What owners have used on the last day on which they have used anything.
CREATE TABLE owner_usage (
    owner           TEXT PRIMARY KEY,
    -- The number of the day in UTC, from 1970-01-01, which is 0.
    day             BIGINT NOT NULL,
    -- The processor time of its uploaded bots.
    processor_nanos BIGINT NOT NULL
);

-- The ratings of all entrants of a league at a time.
CREATE TABLE rating_snapshots (
    tournament_key BIGINT NOT NULL,
    -- Microseconds since 1970.
    taken_micros   BIGINT NOT NULL,
    -- Rating and margin of each entrant.
    ratings        BYTEA NOT NULL,
    PRIMARY KEY (tournament_key, taken_micros)
);
