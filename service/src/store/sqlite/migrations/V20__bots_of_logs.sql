-- The registered bot that has written the part; NULL for other players, and if a former version has stored it.
ALTER TABLE seat_logs ADD COLUMN bot TEXT;

CREATE INDEX seat_logs_by_bot ON seat_logs (bot, match_key) WHERE bot IS NOT NULL;
