-- The time of the end in microseconds since 1970; NULL before it, and if a former version has played the match.
ALTER TABLE matches ADD COLUMN ended_micros INTEGER;

-- The matches of each name: those of its seats and of the bots that play them.
CREATE TABLE match_players (
    name     TEXT NOT NULL,
    match_id TEXT NOT NULL,
    -- The first seat with this name.
    seat     INTEGER NOT NULL,
    PRIMARY KEY (name, match_id)
) WITHOUT ROWID;

INSERT OR IGNORE INTO match_players (name, match_id, seat)
SELECT json_extract(seat.value, '$.name') AS name, matches.id, seat.key
FROM matches, json_each(CASE WHEN json_valid(setup) THEN setup ELSE '{}' END, '$.header.seats') AS seat
WHERE json_type(seat.value, '$.name') = 'text' AND instr(setup, '\u0000') = 0
ORDER BY matches.id, seat.key;
