-- Maximum processor time of the uploaded bots of an owner per day in seconds; NULL for the server's default.
ALTER TABLE owners ADD COLUMN max_processor_secs INTEGER;
-- Maximum number of searches of an owner per day; NULL for the server's default.
ALTER TABLE owners ADD COLUMN max_searches INTEGER;

-- What owners have used on the last day on which they have used anything.
CREATE TABLE owner_usage (
    owner           TEXT PRIMARY KEY,
    -- The number of the day in UTC, from 1970-01-01, which is 0.
    day             INTEGER NOT NULL,
    -- The processor time of its uploaded bots.
    processor_nanos INTEGER NOT NULL
);

-- The ratings of all entrants of a league at a time.
CREATE TABLE rating_snapshots (
    tournament_key INTEGER NOT NULL REFERENCES tournaments (key),
    -- Microseconds since 1970.
    taken_micros   INTEGER NOT NULL,
    -- Rating and margin of each entrant.
    ratings        BLOB NOT NULL,
    PRIMARY KEY (tournament_key, taken_micros)
);
