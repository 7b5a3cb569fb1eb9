-- The version of the oldest program that can use the tables, in one row.
CREATE TABLE schema_compatibility (
    compatible_from INTEGER NOT NULL
);

INSERT INTO schema_compatibility (compatible_from) VALUES (15);
