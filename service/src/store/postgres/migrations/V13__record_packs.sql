-- Records of several old matches, compressed together. The commits of these matches are deleted.
CREATE TABLE record_packs (
    -- The key of the first of its matches.
    key     BIGINT PRIMARY KEY,
    content BYTEA NOT NULL
);

-- The pack with the record; NULL for a match with commits.
ALTER TABLE matches ADD COLUMN pack_key BIGINT;
-- Number of its events, if its record is packed.
ALTER TABLE matches ADD COLUMN packed_events BIGINT;

-- The id of the last match that was looked at, in one row.
CREATE TABLE record_packing (
    after_id TEXT NOT NULL
);

INSERT INTO record_packing (after_id) VALUES ('');

-- Compressed once more, they would not become smaller.
ALTER TABLE record_packs ALTER COLUMN content SET STORAGE EXTERNAL;
