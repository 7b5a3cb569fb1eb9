-- Uploaded versions of bots.
CREATE TABLE bot_versions (
    bot                 TEXT COLLATE "C" NOT NULL,
    number              BIGINT NOT NULL,
    -- What has become of it: the numbers of `VersionState`.
    state               BIGINT NOT NULL,
    -- Why it was rejected.
    reason              TEXT NOT NULL,
    created_micros      BIGINT NOT NULL,
    content_sha256      TEXT NOT NULL,
    bytes               BIGINT NOT NULL,
    -- As JSON.
    manifest            TEXT NOT NULL,
    -- What building and checking have printed.
    log                 TEXT NOT NULL,
    -- The host that has leased it.
    host                TEXT,
    leased_until_micros BIGINT NOT NULL,
    PRIMARY KEY (bot, number)
);

CREATE INDEX bot_versions_by_state ON bot_versions (state, created_micros);
CREATE INDEX bot_versions_by_host ON bot_versions (host, state) WHERE host IS NOT NULL;
CREATE INDEX bot_versions_by_content ON bot_versions (content_sha256);

-- Archives of versions, each stored once.
CREATE TABLE contents (
    content_sha256 TEXT COLLATE "C" PRIMARY KEY,
    -- When it was stored last.
    stored_micros  BIGINT NOT NULL
);

CREATE TABLE content_parts (
    content_sha256 TEXT COLLATE "C" NOT NULL,
    -- From 0.
    part           BIGINT NOT NULL,
    content        BYTEA NOT NULL,
    UNIQUE (content_sha256, part)
);
