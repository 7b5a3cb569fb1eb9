-- The columns `events` and `submissions` of commits, `setup` of matches and `result` of attempts are compressed from here
-- on: their texts are BLOBs, with the dictionary of the program. Former texts stay as they are and are read as before; an
-- SQLite column has any type, so that no row changes.

-- When the events and submissions of a match were deleted, by the rule of its tournament.
ALTER TABLE matches ADD COLUMN record_deleted_micros INTEGER;

-- The tournaments whose records are kept for a time; a row is deleted with the last record of a tournament that has ended.
CREATE TABLE record_retention (
    tournament_key INTEGER PRIMARY KEY REFERENCES tournaments (key),
    record_days    INTEGER NOT NULL,
    -- The first pairing whose record was not deleted.
    next_pairing   INTEGER NOT NULL
);
