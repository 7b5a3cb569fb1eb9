-- Uploaded versions of bots.
CREATE TABLE bot_versions (
    bot                 TEXT NOT NULL,
    number              INTEGER NOT NULL,
    -- What has become of it: the numbers of `VersionState`.
    state               INTEGER NOT NULL,
    -- Why it was rejected.
    reason              TEXT NOT NULL,
    created_micros      INTEGER NOT NULL,
    content_sha256      TEXT NOT NULL,
    bytes               INTEGER NOT NULL,
    -- As JSON.
    manifest            TEXT NOT NULL,
    -- What building and checking have printed.
    log                 TEXT NOT NULL,
    -- The host that has leased it.
    host                TEXT,
    leased_until_micros INTEGER NOT NULL,
    PRIMARY KEY (bot, number)
) WITHOUT ROWID;

CREATE INDEX bot_versions_by_state ON bot_versions (state, created_micros);
CREATE INDEX bot_versions_by_host ON bot_versions (host, state) WHERE host IS NOT NULL;
CREATE INDEX bot_versions_by_content ON bot_versions (content_sha256);

-- Archives of versions, each stored once.
CREATE TABLE contents (
    content_sha256 TEXT PRIMARY KEY,
    -- When it was stored last.
    stored_micros  INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE content_parts (
    content_sha256 TEXT NOT NULL,
    -- From 0.
    part           INTEGER NOT NULL,
    content        BLOB NOT NULL,
    UNIQUE (content_sha256, part)
);
