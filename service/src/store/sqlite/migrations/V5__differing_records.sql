-- Plays of a reproducible match that differ from the stored one.
CREATE TABLE differing_records (
    tournament_key INTEGER NOT NULL REFERENCES tournaments (key),
    pairing        INTEGER NOT NULL,
    -- The id of the worker whose play differs.
    worker         TEXT NOT NULL,
    -- The time at which the difference was found, in microseconds since 1970.
    found_micros   INTEGER NOT NULL,
    -- The other play, as JSON: start, events and outcome.
    record         TEXT NOT NULL,
    PRIMARY KEY (tournament_key, pairing, worker)
) WITHOUT ROWID;
