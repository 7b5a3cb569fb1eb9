-- The ends of the logs of seats: what their bots write to standard error.
CREATE TABLE seat_logs (
    match_key INTEGER NOT NULL REFERENCES matches (key),
    seat      INTEGER NOT NULL,
    -- Number of bytes of the log before this part.
    start     INTEGER NOT NULL,
    text      TEXT NOT NULL,
    PRIMARY KEY (match_key, seat, start)
) WITHOUT ROWID;
