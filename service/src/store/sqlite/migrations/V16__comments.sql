-- The comment of the submission of a commit, compressed as the other texts; none in most commits.
ALTER TABLE commits ADD COLUMN comment BLOB;
