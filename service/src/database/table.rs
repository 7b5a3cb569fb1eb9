//! The tables of a database, as they are copied.

use crate::store::ColumnValue;

/// The type of a column, the same in both kinds of databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Integer,
    Text,
    /// Bytes; in an SQLite file they may be a text.
    Bytes,
}

use ColumnKind::{Bytes, Integer, Text};

/// A row, in the order of the columns of its table.
pub(super) type Row = Vec<ColumnValue>;

/// A table. Its first columns, as many as `key`, distinguish the rows and order them.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) columns: &'static [(&'static str, ColumnKind)],
    pub(super) key: usize,
    /// Whether its second column counts the rows with the same first column, where an SQLite file numbers all rows
    /// together.
    pub(super) has_ordinals: bool,
}

/// All tables, in the order in which they are copied. What only concerns the servers that run is not copied.
pub(super) const TABLES: [Table; 28] = [
    Table {
        name: "server",
        columns: &[("secret", Text)],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "matches",
        columns: &[
            ("key", Integer),
            ("id", Text),
            ("request_id", Text),
            ("state", Integer),
            ("created_micros", Integer),
            ("setup", Bytes),
            ("outcome", Text),
            ("head", Text),
            ("ended_micros", Integer),
            ("record_deleted_micros", Integer),
            ("pack_key", Integer),
            ("packed_events", Integer),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "match_players",
        columns: &[("name", Text), ("match_id", Text), ("seat", Integer)],
        key: 2,
        has_ordinals: false,
    },
    Table {
        name: "commits",
        columns: &[
            ("match_key", Integer),
            ("number", Integer),
            ("event_count", Integer),
            ("events", Bytes),
            ("submissions", Bytes),
            ("comment", Bytes),
        ],
        key: 2,
        has_ordinals: true,
    },
    Table {
        name: "record_packs",
        columns: &[("key", Integer), ("content", Bytes)],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "tournaments",
        columns: &[
            ("key", Integer),
            ("id", Text),
            ("request_id", Text),
            ("state", Integer),
            ("created_micros", Integer),
            ("configuration", Text),
            ("seed", Text),
            ("secret", Text),
            ("status", Text),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "tournament_requests",
        columns: &[
            ("request_id", Text),
            ("tournament_key", Integer),
            ("request_sha256", Text),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "checkpoints",
        columns: &[
            ("tournament_key", Integer),
            ("results", Integer),
            ("content", Text),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "record_retention",
        columns: &[
            ("tournament_key", Integer),
            ("record_days", Integer),
            ("next_pairing", Integer),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "attempts",
        columns: &[
            ("tournament_key", Integer),
            ("pairing", Integer),
            ("attempt", Integer),
            ("match_key", Integer),
            ("result", Bytes),
        ],
        key: 3,
        has_ordinals: false,
    },
    Table {
        name: "owners",
        columns: &[
            ("name", Text),
            ("created_micros", Integer),
            ("token_sha256", Text),
            ("token_expires_micros", Integer),
            ("ban_reason", Text),
            ("max_bots", Integer),
            ("max_concurrent_matches", Integer),
            ("max_processor_secs", Integer),
            ("max_searches", Integer),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "owner_usage",
        columns: &[
            ("owner", Text),
            ("day", Integer),
            ("processor_nanos", Integer),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "identities",
        columns: &[
            ("issuer", Text),
            ("subject", Text),
            ("owner", Text),
            ("created_micros", Integer),
        ],
        key: 2,
        has_ordinals: false,
    },
    Table {
        name: "owner_sessions",
        columns: &[
            ("token_sha256", Text),
            ("owner", Text),
            ("expires_micros", Integer),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "bots",
        columns: &[
            ("name", Text),
            ("created_micros", Integer),
            ("token_sha256", Text),
            ("games", Text),
            ("max_concurrent_matches", Integer),
            ("owner", Text),
            ("token_expires_micros", Integer),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "bot_versions",
        columns: &[
            ("bot", Text),
            ("number", Integer),
            ("state", Integer),
            ("reason", Text),
            ("created_micros", Integer),
            ("content_sha256", Text),
            ("bytes", Integer),
            ("manifest", Text),
            ("log", Text),
            ("host", Text),
            ("leased_until_micros", Integer),
        ],
        key: 2,
        has_ordinals: false,
    },
    Table {
        name: "contents",
        columns: &[("content_sha256", Text), ("stored_micros", Integer)],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "content_parts",
        columns: &[
            ("content_sha256", Text),
            ("part", Integer),
            ("content", Bytes),
        ],
        key: 2,
        has_ordinals: false,
    },
    Table {
        name: "sign_up_codes",
        columns: &[
            ("id", Text),
            ("code_sha256", Text),
            ("description", Text),
            ("remaining_uses", Integer),
            ("created_micros", Integer),
            ("expires_micros", Integer),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "tokens",
        columns: &[
            ("id", Text),
            ("token_sha256", Text),
            ("scope", Text),
            ("created_micros", Integer),
            ("expires_micros", Integer),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "audit_log",
        columns: &[
            ("number", Integer),
            ("at_micros", Integer),
            ("actor", Text),
            ("act", Text),
            ("subject", Text),
            ("detail", Text),
        ],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "league_rounds",
        columns: &[
            ("tournament_key", Integer),
            ("round", Integer),
            ("paired_micros", Integer),
            ("blocks", Text),
        ],
        key: 2,
        has_ordinals: false,
    },
    Table {
        name: "season_tables",
        columns: &[
            ("tournament_key", Integer),
            ("season", Integer),
            ("ended_micros", Integer),
            ("standings", Bytes),
        ],
        key: 2,
        has_ordinals: false,
    },
    Table {
        name: "rating_snapshots",
        columns: &[
            ("tournament_key", Integer),
            ("taken_micros", Integer),
            ("ratings", Bytes),
        ],
        key: 2,
        has_ordinals: false,
    },
    Table {
        name: "seat_logs",
        columns: &[
            ("match_key", Integer),
            ("seat", Integer),
            ("start", Integer),
            ("text", Bytes),
            ("bot", Text),
        ],
        key: 3,
        has_ordinals: false,
    },
    Table {
        name: "differing_records",
        columns: &[
            ("tournament_key", Integer),
            ("pairing", Integer),
            ("worker", Text),
            ("found_micros", Integer),
            ("record", Text),
        ],
        key: 3,
        has_ordinals: false,
    },
    Table {
        name: "excluded_workers",
        columns: &[("id", Text), ("excluded_micros", Integer), ("reason", Text)],
        key: 1,
        has_ordinals: false,
    },
    Table {
        name: "worker_results",
        columns: &[
            ("tournament_key", Integer),
            ("pairing", Integer),
            ("worker", Text),
            ("is_unchecked", Integer),
        ],
        key: 2,
        has_ordinals: false,
    },
];

/// Returns the references between the tables: a table, its column, and the table whose key that is.
pub(super) fn references() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let parents = [
        ("match_key", "matches"),
        ("tournament_key", "tournaments"),
        ("pack_key", "record_packs"),
    ];
    TABLES.iter().flat_map(move |table| {
        let has_column = |column: &str| table.columns.iter().any(|(name, _)| *name == column);
        let references = parents.into_iter();
        references
            .filter(move |(column, _)| has_column(column))
            .map(|(column, parent)| (table.name, column, parent))
    })
}

impl Table {
    /// Returns the names of the columns, separated by commas.
    pub(super) fn column_list(&self) -> String {
        let names: Vec<_> = self.columns.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    /// Returns the names of the columns that order the rows.
    pub(super) fn key_list(&self) -> String {
        let names: Vec<_> = self.columns[..self.key]
            .iter()
            .map(|(name, _)| *name)
            .collect();
        names.join(", ")
    }
}
