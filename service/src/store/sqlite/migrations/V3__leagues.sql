-- The rounds of leagues: what was paired does not follow from the results alone.
CREATE TABLE league_rounds (
    tournament_key INTEGER NOT NULL REFERENCES tournaments (key),
    -- From 1.
    round          INTEGER NOT NULL,
    -- The time of the pairing in microseconds since 1970.
    paired_micros  INTEGER NOT NULL,
    -- The entrants of every block in the order of their seats in its first match, as JSON.
    blocks         TEXT NOT NULL,
    PRIMARY KEY (tournament_key, round)
) WITHOUT ROWID;

-- The final tables of the seasons of leagues, which nothing changes.
CREATE TABLE season_tables (
    tournament_key INTEGER NOT NULL REFERENCES tournaments (key),
    -- From 1.
    season         INTEGER NOT NULL,
    -- The time of its end in microseconds since 1970.
    ended_micros   INTEGER NOT NULL,
    -- A GetStandingsResponse of the API.
    standings      BLOB NOT NULL,
    PRIMARY KEY (tournament_key, season)
) WITHOUT ROWID;
