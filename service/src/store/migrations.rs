//! Migrations of a database, and the table that lists those that were applied.

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

/// Statements that change the tables of the previous version to those of this one.
#[derive(Debug)]
pub(super) struct Migration {
    pub(super) version: i32,
    pub(super) name: &'static str,
    pub(super) sql: &'static str,
}

impl Migration {
    pub(super) const fn new(version: i32, name: &'static str, sql: &'static str) -> Self {
        Self { version, name, sql }
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

/// Returns the migrations, ordered by version, that are to be applied to a database.
///
/// # Errors
/// Returns an error if those that were applied are not the first of these.
pub(super) fn pending_migrations<'a>(
    migrations: &'a [Migration],
    applied: &[AppliedMigration],
) -> Result<&'a [Migration], MigrationMismatch> {
    for found in applied {
        let (version, name) = (found.version, found.name.clone());
        let own = migrations.iter().find(|own| own.version == version);
        let own = own.ok_or_else(|| MigrationMismatch::Unknown(version, name.clone()))?;
        if own.name != name || own.checksum() != found.checksum {
            return Err(MigrationMismatch::Different(version, name));
        }
    }
    let (first, pending) = migrations.split_at(applied.len());
    let is_applied = |own: &&Migration| applied.iter().any(|found| found.version == own.version);
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
            let pending = pending_migrations(&OWN, &applied(&OWN[..count])).unwrap();
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
        let found = |rows: &[AppliedMigration]| pending_migrations(&OWN, rows).unwrap_err();
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
}
