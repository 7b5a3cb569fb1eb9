-- The workers that have reported what they have not played.
CREATE TABLE excluded_workers (
    id              TEXT COLLATE "C" PRIMARY KEY,
    -- The time of the exclusion in microseconds since 1970.
    excluded_micros BIGINT NOT NULL,
    reason          TEXT NOT NULL
);

-- The results that workers have reported.
CREATE TABLE worker_results (
    tournament_key BIGINT NOT NULL,
    pairing        BIGINT NOT NULL,
    -- The id of the worker.
    worker         TEXT NOT NULL,
    -- 1 until a server has played the match again, for those that are sampled; otherwise 0.
    is_unchecked   INTEGER NOT NULL,
    PRIMARY KEY (tournament_key, pairing)
);

CREATE INDEX unchecked_results ON worker_results (tournament_key, pairing) WHERE is_unchecked = 1;

-- The id of the worker that has leased the chunk, and when it has leased it or last reported a new result of it.
ALTER TABLE chunks ADD COLUMN holder TEXT, ADD COLUMN progressed_at TIMESTAMPTZ;
