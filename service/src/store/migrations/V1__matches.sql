CREATE TABLE matches (
    id             TEXT PRIMARY KEY,
    request_id     TEXT UNIQUE,
    state          INTEGER NOT NULL,
    created_micros INTEGER NOT NULL,
    setup          TEXT NOT NULL,
    events         INTEGER NOT NULL,
    outcome        TEXT
);

CREATE INDEX matches_by_state ON matches (state, id);

CREATE TABLE events (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seq      INTEGER NOT NULL,
    line     TEXT NOT NULL,
    PRIMARY KEY (match_id, seq)
) WITHOUT ROWID;

CREATE TABLE acts (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat     INTEGER NOT NULL,
    turn     INTEGER NOT NULL,
    act      INTEGER NOT NULL,
    content  TEXT NOT NULL,
    nanos    INTEGER NOT NULL,
    effort   INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat, turn, act)
) WITHOUT ROWID;
