-- What the directors of tournaments have computed from the first results: the sums of these results, and which they are.
CREATE TABLE checkpoints (
    tournament_key BIGINT PRIMARY KEY,
    -- Number of results that it contains.
    results        BIGINT NOT NULL,
    -- As JSON; anything else is computed again.
    content        TEXT NOT NULL
);

INSERT INTO checkpoints (tournament_key, results, content)
SELECT tournament_key, count(*), '' FROM attempts WHERE result IS NOT NULL GROUP BY tournament_key;

ALTER TABLE tournaments DROP COLUMN tally, DROP COLUMN tally_version;
