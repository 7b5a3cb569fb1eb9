//! Migrations of a database, the table that lists those that were applied, and the oldest program that can use the tables.
//!
//! A change without downtime has two steps. The first version of the program has a migration that only adds, and no longer
//! uses what is to go: its servers replace the former ones one by one. A later version has a migration that removes it, for
//! programs from the first one on.

/// Name of the table with a row for each applied migration. Its name, columns and checksums are those of the library
/// refinery, so that databases of all versions of the program open.
pub(super) const HISTORY_TABLE: &str = "refinery_schema_history";

/// Creates the table of a database without one.
pub(super) const CREATE_HISTORY: &str = "CREATE TABLE IF NOT EXISTS refinery_schema_history(
             version int4 PRIMARY KEY,
             name VARCHAR(255),
             applied_on VARCHAR(255),
             checksum VARCHAR(255));";

/// Reads the rows of the table: version, name and checksum.
pub(super) const SELECT_HISTORY: &str =
    "SELECT version, name, checksum FROM refinery_schema_history ORDER BY version";

/// Inserts a row: version, name, time and checksum.
pub(super) const INSERT_HISTORY: &str = "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES ($1, $2, $3, $4)";

/// Name of the table with one row: the version of the oldest program that can use the tables.
pub(super) const COMPATIBILITY_TABLE: &str = "schema_compatibility";

/// Reads the row.
pub(super) const SELECT_COMPATIBILITY: &str = "SELECT compatible_from FROM schema_compatibility";

/// Changes the row.
pub(super) const UPDATE_COMPATIBILITY: &str =
    "UPDATE schema_compatibility SET compatible_from = $1";

/// Statements that change the tables of the previous version to those of this one.
#[derive(Debug)]
pub(super) struct Migration {
    pub(super) version: i32,
    pub(super) name: &'static str,
    pub(super) sql: &'static str,
    /// Version of the oldest program that can use the tables afterwards. `None` for a migration that only adds, such as a
    /// table, an index, or a column with a default that no program must write: all programs that could use them before
    /// still can. Servers use the database while such a migration is applied, so that it rewrites no table.
    pub(super) compatible_from: Option<i32>,
}

impl Migration {
    /// Returns a migration after which programs of previous versions cannot use the tables.
    pub(super) const fn new(version: i32, name: &'static str, sql: &'static str) -> Self {
        Self {
            version,
            name,
            sql,
            compatible_from: Some(version),
        }
    }

    /// Returns the hash of name, version and statements, as a decimal number.
    pub(super) fn checksum(&self) -> String {
        // Texts end with a byte that none contains.
        let texts =
            [self.name.as_bytes(), self.sql.as_bytes()].map(|text| [text, &[0xff]].concat());
        let [name, sql] = texts;
        sip_hash_1_3(&[&name[..], &self.version.to_le_bytes(), &sql].concat()).to_string()
    }
}

/// A row of the table.
#[derive(Debug)]
pub(super) struct AppliedMigration {
    pub(super) version: i32,
    pub(super) name: String,
    pub(super) checksum: String,
}

/// A difference between the migrations of a database and those of this program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum MigrationMismatch {
    #[error("the database has the unknown migration V{0}__{1}; use the `botwerk` that wrote it")]
    Unknown(i32, String),
    #[error(
        "the database has version {found}, which programs that write version {compatible_from} or later can use, this \
         program writes version {own}; use a newer `botwerk`"
    )]
    Contracted {
        found: i32,
        compatible_from: i32,
        own: i32,
    },
    #[error(
        "the database was written with another migration V{0}__{1}; use the `botwerk` that wrote it"
    )]
    Different(i32, String),
    #[error("the database lacks the migration V{0}__{1}, but has later ones; restore a backup")]
    Missing(i32, String),
}

/// Returns the version of a database to which all migrations are applied.
pub(super) fn last_version(migrations: &[Migration]) -> i32 {
    migrations.last().map_or(0, |migration| migration.version)
}

/// Returns the version of the oldest program that can use a database to which all migrations are applied, or 0 if all
/// of them only add.
pub(super) fn compatible_from(migrations: &[Migration]) -> i32 {
    let versions = migrations.iter().filter_map(|own| own.compatible_from);
    versions.max().unwrap_or(0)
}

/// Returns the migrations, ordered by version, that are to be applied to a database with the given rows. There are none
/// if a newer program has applied more of them, after which this one can use the tables.
///
/// # Errors
/// Returns an error if those that were applied are not the first of these, or if more were applied and
/// `compatible_from`, the version of the oldest program that can use the tables, is later than these or unknown.
pub(super) fn pending_migrations<'a>(
    migrations: &'a [Migration],
    applied: &[AppliedMigration],
    compatible_from: Option<i32>,
) -> Result<&'a [Migration], MigrationMismatch> {
    let own_version = last_version(migrations);
    let (known, newer): (Vec<_>, Vec<_>) = applied
        .iter()
        .partition(|found| found.version <= own_version);
    for found in &known {
        let (version, name) = (found.version, found.name.clone());
        let own = migrations.iter().find(|own| own.version == version);
        let own = own.ok_or_else(|| MigrationMismatch::Unknown(version, name.clone()))?;
        if own.name != name || own.checksum() != found.checksum {
            return Err(MigrationMismatch::Different(version, name));
        }
    }
    let (mut first, mut pending) = migrations.split_at(known.len());
    if let Some(found) = newer.last() {
        let unknown = || MigrationMismatch::Unknown(found.version, found.name.clone());
        let compatible_from = compatible_from.ok_or_else(unknown)?;
        if compatible_from > own_version {
            return Err(MigrationMismatch::Contracted {
                found: found.version,
                compatible_from,
                own: own_version,
            });
        }
        (first, pending) = (migrations, &[]);
    }
    let is_applied = |own: &&Migration| known.iter().any(|found| found.version == own.version);
    match first.iter().find(|own| !is_applied(own)) {
        None => Ok(pending),
        Some(own) => Err(MigrationMismatch::Missing(own.version, own.name.to_owned())),
    }
}

/// Computes `SipHash-1-3` with a key of zeros.
fn sip_hash_1_3(bytes: &[u8]) -> u64 {
    let mut state = [
        0x736f_6d65_7073_6575,
        0x646f_7261_6e64_6f6d,
        0x6c79_6765_6e65_7261,
        0x7465_6462_7974_6573,
    ];
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    let chunks = bytes.chunks_exact(8);
    let last = word(chunks.remainder()) | (bytes.len() as u64) << 56;
    for word in chunks.map(word).chain([last]) {
        state[3] ^= word;
        mix(&mut state);
        state[0] ^= word;
    }
    state[2] ^= 0xff;
    for _ in 0..3 {
        mix(&mut state);
    }
    state.into_iter().fold(0, |hash, word| hash ^ word)
}

/// One round of `SipHash`.
fn mix([a, b, c, d]: &mut [u64; 4]) {
    *a = a.wrapping_add(*b);
    *b = b.rotate_left(13) ^ *a;
    *a = a.rotate_left(32);
    *c = c.wrapping_add(*d);
    *d = d.rotate_left(16) ^ *c;
    *a = a.wrapping_add(*d);
    *d = d.rotate_left(21) ^ *a;
    *c = c.wrapping_add(*b);
    *b = b.rotate_left(17) ^ *c;
    *c = c.rotate_left(32);
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: [Migration; 3] = [
        Migration::new(1, "first", "CREATE TABLE a (b)"),
        Migration::new(2, "second", "CREATE TABLE b (c)"),
        Migration::new(4, "fourth", ""),
    ];

    fn applied(migrations: &[Migration]) -> Vec<AppliedMigration> {
        let row = |migration: &Migration| AppliedMigration {
            version: migration.version,
            name: migration.name.to_owned(),
            checksum: migration.checksum(),
        };
        migrations.iter().map(row).collect()
    }

    /// The tests of both databases have checksums of rows that refinery has written.
    #[test]
    fn hash_is_sip_hash_1_3() {
        assert_eq!(sip_hash_1_3(b""), 0xd1fb_a762_150c_532c);
        let bytes: Vec<u8> = (0..9).collect();
        assert_eq!(sip_hash_1_3(&bytes), 0x7592_7f9d_9512_4362);
    }

    #[test]
    fn migrations_after_the_last_applied_one_are_pending() {
        for count in 0..=3 {
            let pending = pending_migrations(&OWN, &applied(&OWN[..count]), None).unwrap();
            let versions: Vec<i32> = pending.iter().map(|migration| migration.version).collect();
            assert_eq!(versions, [1, 2, 4][count..]);
        }
        assert_eq!((last_version(&OWN), last_version(&[])), (4, 0));
    }

    #[test]
    fn applied_migrations_that_are_not_the_first_are_rejected() {
        let rows = |versions: &[usize]| -> Vec<AppliedMigration> {
            let all = versions
                .iter()
                .flat_map(|index| applied(&OWN[*index..=*index]));
            all.collect()
        };
        let found = |rows: &[AppliedMigration]| pending_migrations(&OWN, rows, None).unwrap_err();
        for gap in [&[1][..], &[1, 2], &[2]] {
            assert_eq!(
                found(&rows(gap)),
                MigrationMismatch::Missing(1, "first".into())
            );
        }
        assert_eq!(
            found(&rows(&[0, 2])),
            MigrationMismatch::Missing(2, "second".into())
        );
        let mut renamed = rows(&[0, 1]);
        renamed[1].name = "other".into();
        assert_eq!(
            found(&renamed),
            MigrationMismatch::Different(2, "other".into())
        );
        let mut changed = rows(&[0, 1]);
        changed[0].checksum = "7".into();
        assert_eq!(
            found(&changed),
            MigrationMismatch::Different(1, "first".into())
        );
        let mut unknown = rows(&[0, 1]);
        unknown[1].version = 3;
        assert_eq!(
            found(&unknown),
            MigrationMismatch::Unknown(3, "second".into())
        );
    }

    #[test]
    fn newer_migrations_are_accepted_as_long_as_they_leave_the_tables_usable() {
        let mut rows = applied(&OWN);
        rows.push(AppliedMigration {
            version: 6,
            name: "sixth".into(),
            checksum: "6".into(),
        });
        for compatible_from in [0, 3, 4] {
            let pending = pending_migrations(&OWN, &rows, Some(compatible_from)).unwrap();
            assert!(pending.is_empty());
        }
        let contracted = pending_migrations(&OWN, &rows, Some(5)).unwrap_err();
        let message = contracted.to_string();
        for part in [
            "version 6",
            "version 5 or later",
            "writes version 4",
            "; use a newer",
        ] {
            assert!(message.contains(part), "{message}");
        }
        let unknown = MigrationMismatch::Unknown(6, "sixth".into());
        assert_eq!(pending_migrations(&OWN, &rows, None).unwrap_err(), unknown);
        // None of its own may be missing.
        rows.remove(1);
        assert_eq!(
            pending_migrations(&OWN, &rows, Some(1)).unwrap_err(),
            MigrationMismatch::Missing(2, "second".into())
        );
    }

    #[test]
    fn only_migrations_that_do_not_only_add_change_the_oldest_program() {
        let added = |version| Migration {
            compatible_from: None,
            ..Migration::new(version, "added", "")
        };
        let removed = |version, compatible_from| Migration {
            compatible_from: Some(compatible_from),
            ..Migration::new(version, "removed", "")
        };
        let first = Migration::new(1, "first", "");
        assert_eq!(compatible_from(&[]), 0);
        assert_eq!(compatible_from(&[added(1)]), 0);
        let migrations = [
            first,
            added(2),
            added(3),
            removed(5, 3),
            added(6),
            removed(7, 2),
        ];
        let versions = (1..=6).map(|count| compatible_from(&migrations[..count]));
        assert_eq!(versions.collect::<Vec<_>>(), [1, 1, 1, 3, 3, 3]);
    }
}
