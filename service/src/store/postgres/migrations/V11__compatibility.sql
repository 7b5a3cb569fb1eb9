-- The version of the oldest program that can use the tables, in one row.
CREATE TABLE schema_compatibility (
    compatible_from INTEGER NOT NULL
);

INSERT INTO schema_compatibility (compatible_from) VALUES (11);

-- The version that the program of a server writes; null for programs before this version.
ALTER TABLE servers ADD COLUMN schema_version INTEGER;
