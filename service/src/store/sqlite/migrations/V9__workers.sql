-- The workers that have reported what they have not played.
CREATE TABLE excluded_workers (
    id              TEXT PRIMARY KEY,
    -- The time of the exclusion in microseconds since 1970.
    excluded_micros INTEGER NOT NULL,
    reason          TEXT NOT NULL
) WITHOUT ROWID;

-- The results that workers have reported.
CREATE TABLE worker_results (
    tournament_key INTEGER NOT NULL REFERENCES tournaments (key),
    pairing        INTEGER NOT NULL,
    -- The id of the worker.
    worker         TEXT NOT NULL,
    -- 1 until a server has played the match again, for those that are sampled; otherwise 0.
    is_unchecked   INTEGER NOT NULL,
    PRIMARY KEY (tournament_key, pairing)
) WITHOUT ROWID;

CREATE INDEX unchecked_results ON worker_results (tournament_key, pairing) WHERE is_unchecked = 1;
