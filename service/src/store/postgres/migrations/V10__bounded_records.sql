-- Texts that are compressed with the dictionary of the program. Former texts stay as they are and are read as before, but
-- their tables are written once, since the type of their columns changes.
ALTER TABLE commits
    ALTER COLUMN events TYPE BYTEA USING convert_to(events, 'UTF8'),
    ALTER COLUMN submissions TYPE BYTEA USING convert_to(submissions, 'UTF8');
ALTER TABLE matches ALTER COLUMN setup TYPE BYTEA USING convert_to(setup, 'UTF8');
ALTER TABLE attempts ALTER COLUMN result TYPE BYTEA USING convert_to(result, 'UTF8');
-- Compressed once more, they would not become smaller.
ALTER TABLE commits ALTER COLUMN events SET STORAGE EXTERNAL, ALTER COLUMN submissions SET STORAGE EXTERNAL;
ALTER TABLE matches ALTER COLUMN setup SET STORAGE EXTERNAL;
ALTER TABLE attempts ALTER COLUMN result SET STORAGE EXTERNAL;

-- When the events and submissions of a match were deleted, by the rule of its tournament.
ALTER TABLE matches ADD COLUMN record_deleted_micros BIGINT;

-- The tournaments whose records are kept for a time; a row is deleted with the last record of a tournament that has ended.
CREATE TABLE record_retention (
    tournament_key BIGINT PRIMARY KEY,
    record_days    BIGINT NOT NULL,
    -- The first pairing whose record was not deleted.
    next_pairing   BIGINT NOT NULL
);
