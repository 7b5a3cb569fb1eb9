-- One row: 64 hex digits, from which the tokens of matches and the key that signs records are derived.
CREATE TABLE server (
    secret TEXT NOT NULL
);

-- The running hash of the record's last line, as 64 hex digits; NULL before the end.
ALTER TABLE matches ADD COLUMN head TEXT;
