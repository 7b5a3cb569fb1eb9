-- The comment of the submission of a commit, compressed as the other texts; none in most commits.
ALTER TABLE commits ADD COLUMN comment BYTEA;
-- Compressed once more, it would not become smaller.
ALTER TABLE commits ALTER COLUMN comment SET STORAGE EXTERNAL;
