-- The requests by which tournaments are found: those that have created or extended them.
CREATE TABLE tournament_requests (
    request_id     TEXT COLLATE "C" PRIMARY KEY,
    tournament_key BIGINT NOT NULL,
    -- The hash of its content, as 64 hex digits; NULL if it is not known.
    request_sha256 TEXT
);

-- A pattern, since the type for JSON cannot hold every text of a status.
INSERT INTO tournament_requests (request_id, tournament_key, request_sha256)
SELECT request_id, key, substring(status FROM '"request_sha256":"([0-9a-f]{64})"')
FROM tournaments WHERE request_id IS NOT NULL;
