-- The requests by which tournaments are found: those that have created or extended them.
CREATE TABLE tournament_requests (
    request_id     TEXT PRIMARY KEY,
    tournament_key INTEGER NOT NULL REFERENCES tournaments (key),
    -- The hash of its content, as 64 hex digits; NULL if it is not known.
    request_sha256 TEXT
) WITHOUT ROWID;

INSERT INTO tournament_requests (request_id, tournament_key, request_sha256)
SELECT request_id, key, CASE WHEN json_valid(status) THEN json_extract(status, '$.request_sha256') END
FROM tournaments WHERE request_id IS NOT NULL;
