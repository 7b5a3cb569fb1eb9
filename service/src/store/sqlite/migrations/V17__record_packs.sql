-- Records of several old matches, compressed together. The commits of these matches are deleted.
CREATE TABLE record_packs (
    -- The key of the first of its matches.
    key     INTEGER PRIMARY KEY,
    content BLOB NOT NULL
);

-- The pack with the record; NULL for a match with commits.
ALTER TABLE matches ADD COLUMN pack_key INTEGER;
-- Number of its events, if its record is packed.
ALTER TABLE matches ADD COLUMN packed_events INTEGER;

-- The id of the last match that was looked at, in one row.
CREATE TABLE record_packing (
    after_id TEXT NOT NULL
);

INSERT INTO record_packing (after_id) VALUES ('');
