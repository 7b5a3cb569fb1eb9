-- A match has an integer key, and everything that was stored at once is one row behind all others,
-- whichever match it belongs to: lines and acts as JSON, one a line.
CREATE TABLE numbered (
    key            INTEGER PRIMARY KEY,
    id             TEXT NOT NULL UNIQUE,
    request_id     TEXT UNIQUE,
    state          INTEGER NOT NULL,
    created_micros INTEGER NOT NULL,
    setup          TEXT NOT NULL,
    outcome        TEXT
);

INSERT INTO numbered (id, request_id, state, created_micros, setup, outcome)
SELECT id, request_id, state, created_micros, setup, outcome FROM matches ORDER BY id;

CREATE TABLE commits (
    number    INTEGER PRIMARY KEY,
    match_key INTEGER NOT NULL REFERENCES numbered (key),
    -- The match's events up to and with this commit.
    events    INTEGER NOT NULL,
    lines     TEXT NOT NULL,
    -- [seat, turn, act, content, nanos, charged, effort, seq, view_hash], numbers as signed.
    acts      TEXT NOT NULL
);

INSERT INTO commits (match_key, events, lines, acts)
SELECT key,
       (SELECT count(*) FROM events WHERE match_id = id),
       coalesce((SELECT group_concat(line, char(10) ORDER BY seq) FROM events WHERE match_id = id), ''),
       coalesce((SELECT group_concat(
                            json_array(seat, turn, act, content, nanos, charged, effort, seq, view_hash),
                            char(10) ORDER BY seat, turn, act)
                 FROM acts WHERE match_id = id), '')
FROM numbered
WHERE EXISTS (SELECT 1 FROM events WHERE match_id = id)
   OR EXISTS (SELECT 1 FROM acts WHERE match_id = id)
ORDER BY key;

DROP TABLE acts;
DROP TABLE events;
DROP TABLE matches;
ALTER TABLE numbered RENAME TO matches;

CREATE INDEX matches_by_state ON matches (state, id);
-- It ends with the commit's number, so a match's commits stand in order and the last is found at once.
CREATE INDEX commits_by_match ON commits (match_key);
