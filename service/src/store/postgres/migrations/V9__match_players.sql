-- The time of the end in microseconds since 1970; NULL before it, and if a former version has played the match.
ALTER TABLE matches ADD COLUMN ended_micros BIGINT;

-- The matches of each name: those of its seats and of the bots that play them.
CREATE TABLE match_players (
    name     TEXT COLLATE "C" NOT NULL,
    match_id TEXT COLLATE "C" NOT NULL,
    -- The first seat with this name.
    seat     BIGINT NOT NULL,
    PRIMARY KEY (name, match_id)
);

-- A text of PostgreSQL cannot have a zero byte.
INSERT INTO match_players (name, match_id, seat)
SELECT seat.value ->> 'name', id, min(seat.number) - 1
FROM matches, json_array_elements(setup::JSON #> '{header,seats}') WITH ORDINALITY AS seat (value, number)
WHERE strpos(setup, '\u0000') = 0 AND seat.value ->> 'name' IS NOT NULL
GROUP BY 1, 2;
