//! Files of former versions, of later ones, and of other programs.

use std::fs;
use std::path::Path;

use rusqlite::Connection;

use super::file::{create_former, migrate_with, own_version};
use super::{Durability, SqliteStore};
use crate::store::WriteCommand::{CreateTournament, InsertFinished, Probe};
use crate::store::migrations::Migration;
use crate::store::tournament_contract_tests::{finished_match, tournament_row};
use crate::store::{Store, StoreError, TournamentStore, WriteStore};

/// Opens a file that cannot be used, and gives the words.
fn refused(path: &Path) -> String {
    match SqliteStore::open(path, Durability::Results) {
        Err(StoreError::Unavailable(words)) => {
            assert!(words.contains("; "), "says not what to do: {words}");
            words
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_newer_database_is_refused_with_both_versions_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    drop(SqliteStore::open(&path, Durability::Results).unwrap());
    let connection = Connection::open(&path).unwrap();
    let later = own_version() + 1;
    let sql = "INSERT INTO refinery_schema_history VALUES ($1, 'later', '2027-01-01', '1')";
    connection.execute(sql, [later]).unwrap();
    let sql = "UPDATE schema_compatibility SET compatible_from = $1";
    connection.execute(sql, [later]).unwrap();
    drop(connection);
    let words = refused(&path);
    let expected = format!("expected version {} or older, found {later}", later - 1);
    assert!(words.contains(&expected), "{words}");
    assert!(words.contains("matches.db"), "{words}");
}

#[tokio::test]
async fn file_to_which_a_newer_program_has_only_added_is_used_until_something_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    drop(SqliteStore::open(&path, Durability::Results).unwrap());
    let next = own_version() + 1;
    let added = || {
        let sql = "CREATE TABLE added (key INTEGER);
                   ALTER TABLE tournaments ADD COLUMN added TEXT NOT NULL DEFAULT ''";
        Migration {
            compatible_from: None,
            ..Migration::new(next, "added", sql)
        }
    };
    migrate_with(&path, [added()]).unwrap();
    let store = SqliteStore::open(&path, Durability::Results).unwrap();
    let row = tournament_row("t", "5eed");
    store.write(CreateTournament(row)).await.unwrap();
    assert_eq!(store.tournament(&"t".into()).await.unwrap().results, 0);
    drop(store);
    // Its copy would lack what was added.
    let copy = folder.path().join("copy.db");
    let [from, to] = [&path, &copy].map(|path| path.clone().into());
    let words = crate::copy_database(&from, &to).unwrap_err().to_string();
    assert!(
        words.contains(&format!("found {next}; use the newer")),
        "{words}"
    );

    // What this program does not use, and then what it does.
    let unused = Migration {
        compatible_from: Some(next - 1),
        ..Migration::new(next + 1, "unused", "DROP TABLE added")
    };
    migrate_with(&path, [added(), unused]).unwrap();
    drop(SqliteStore::open(&path, Durability::Results).unwrap());
    let unused = Migration::new(next + 1, "unused", "DROP TABLE added");
    let used = Migration {
        compatible_from: Some(next),
        ..Migration::new(next + 2, "used", "DROP TABLE differing_records")
    };
    migrate_with(&path, [added(), unused, used]).unwrap();
    let words = refused(&path);
    assert!(words.contains(&format!("found {}", next + 2)), "{words}");
}

/// A former program opens a file with these rows, and the rows that it has written are those of this program.
#[test]
fn rows_of_migrations_are_those_of_former_programs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    drop(SqliteStore::open(&path, Durability::Results).unwrap());
    let connection = Connection::open(&path).unwrap();
    let sql = "SELECT version, name, checksum FROM refinery_schema_history
               WHERE unixepoch(applied_on) BETWEEN unixepoch() - 3600 AND unixepoch() ORDER BY version";
    let mut select = connection.prepare(sql).unwrap();
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let rows: Vec<(i32, String, String)> = select
        .query_map([], row)
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let expected = [
        (1, "schema", "11636311204356733008"),
        (2, "server_secret", "10192534780270893242"),
        (3, "leagues", "15156718869164365031"),
        (4, "seat_logs", "14822250549413483542"),
        (5, "differing_records", "5355860293899906482"),
        (6, "checkpoints", "12590480704432774720"),
        (9, "workers", "6867074611549307087"),
        (10, "tournament_requests", "13465717243853203001"),
        (11, "owners", "13149827585487782709"),
        (12, "versions", "15397291390994311367"),
        (13, "match_players", "6362649475440895003"),
        (14, "bounded_records", "10222543837457104519"),
        (15, "compatibility", "14444517086483902680"),
        (16, "comments", "9443910033234660000"),
        (17, "record_packs", "14144706325329653188"),
        (18, "quotas", "9067408142203833156"),
        (19, "identities", "16994550929173235659"),
        (20, "bots_of_logs", "4699848446963578743"),
    ];
    let expected = expected.map(|(version, name, sum)| (version, name.into(), sum.into()));
    assert_eq!(rows, expected);
}

#[test]
fn file_with_other_migrations_is_rejected_and_stays_as_it_is() {
    for (count, change, message) in [
        (
            8,
            "UPDATE refinery_schema_history SET checksum = '7' WHERE version = 2",
            "another migration V2__server_secret",
        ),
        (
            8,
            "DELETE FROM refinery_schema_history WHERE version = 3",
            "lacks the migration V3__leagues",
        ),
        (
            6,
            "INSERT INTO refinery_schema_history VALUES (7, 'other', '', '7')",
            "unknown migration V7__other",
        ),
        (
            6,
            "UPDATE refinery_schema_history SET name = 'other' WHERE version = 1",
            "another migration V1__other",
        ),
        // The last of the two migrations creates this table.
        (
            6,
            "CREATE TABLE tournament_requests (other INT)",
            "already exists",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let connection = create_former(&path, count);
        connection.execute_batch(change).unwrap();
        let content = |connection: &Connection| -> (String, String) {
            let sql = "SELECT (SELECT group_concat(sql) FROM sqlite_schema),
                              (SELECT group_concat(version || name || checksum) FROM refinery_schema_history)";
            let row = connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)));
            row.unwrap()
        };
        let before = content(&connection);
        drop(connection);
        let error = refused(&path);
        assert!(error.contains("the file is unchanged"), "{error}");
        assert!(error.contains(message), "{change}: {error}");
        let connection = Connection::open(&path).unwrap();
        assert_eq!(content(&connection), before, "{change}");
    }
}

#[test]
fn what_is_no_database_of_ours_is_refused_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    let letter = "Dear Sir or Madam, ".repeat(500);
    fs::write(&path, &letter).unwrap();
    assert!(refused(&path).contains("is not an SQLite database"));
    assert_eq!(fs::read_to_string(&path).unwrap(), letter);
    let path = folder.path().join("music.db");
    let other = Connection::open(&path).unwrap();
    other
        .execute_batch("CREATE TABLE songs (name TEXT)")
        .unwrap();
    drop(other);
    let before = fs::read(&path).unwrap();
    assert!(refused(&path).contains("of another program"));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(refused(folder.path()).contains("cannot be opened"));
}

#[test]
fn a_damaged_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    drop(SqliteStore::open(&path, Durability::Results).unwrap());
    let mut bytes = fs::read(&path).unwrap();
    // The first page's table of contents; the header stays good.
    bytes[100..4096].fill(0xA5);
    fs::write(&path, bytes).unwrap();
    let words = refused(&path);
    assert!(words.contains("is corrupt"), "{words}");
    assert!(words.contains("botwerk db check"), "{words}");
}

#[test]
fn a_second_server_is_refused_with_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let _first = SqliteStore::open(&path, Durability::Results).unwrap();
    assert!(refused(&path).contains("open in another server"));
}

#[cfg(unix)]
#[test]
fn a_second_name_of_an_open_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let _first = SqliteStore::open(&path, Durability::Results).unwrap();
    let other = folder.path().join("other.db");
    std::os::unix::fs::symlink(&path, &other).unwrap();
    assert!(refused(&other).contains("open in another server"));
    fs::remove_file(&other).unwrap();
    fs::hard_link(&path, &other).unwrap();
    assert!(refused(&other).contains("open in another server"));
}

#[cfg(unix)]
#[test]
fn a_new_file_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let _store = SqliteStore::open(&path, Durability::Results).unwrap();
    for name in ["matches.db", "matches.db-wal", "matches.db-shm"] {
        let metadata = fs::metadata(folder.path().join(name)).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{name}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_accepted_once_a_file_is_deleted_or_replaced() {
    for name in ["matches.db", "matches.db-wal"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let store = SqliteStore::open(&path, Durability::Results).unwrap();
        store.write(Probe).await.unwrap();
        assert_eq!(store.check_files(), Ok(()));
        let (file, aside) = (folder.path().join(name), folder.path().join("aside"));
        fs::rename(&file, &aside).unwrap();
        assert!(store.write(Probe).await.is_err(), "{name}");
        fs::write(&file, "another").unwrap();
        let error = store.write(Probe).await.unwrap_err().to_string();
        assert!(
            error.contains(name) && error.contains("put it back"),
            "{error}"
        );
        fs::rename(&aside, &file).unwrap();
        store.write(Probe).await.unwrap();
    }
}

#[tokio::test]
async fn results_of_a_file_with_tallies_are_kept_and_counted_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let former = create_former(&path, 5);
    let row = tournament_row("t", "5eed");
    let sql = "INSERT INTO tournaments (id, state, created_micros, configuration, seed, secret, status, tally)
               VALUES ($1, 2, 7, $2, 'a seed', 'a secret', '{}', '{\"block_size\":2}')";
    for id in ["t", "u"] {
        let sql = sql.replace("a seed", id);
        former.execute(&sql, (id, &row.configuration)).unwrap();
    }
    for pairing in 0..3 {
        let (_, commit) = finished_match(pairing);
        let result = serde_json::to_string(&commit.scored.unwrap().result).unwrap();
        let sql =
            "INSERT INTO attempts (tournament_key, pairing, attempt, result) VALUES (1, $1, 1, $2)";
        former.execute(sql, (pairing as i64, result)).unwrap();
    }
    drop(former);
    let store = SqliteStore::open(&path, Durability::Results).unwrap();
    for (id, results) in [("t", 3), ("u", 0)] {
        let id = id.into();
        assert_eq!(store.tournament(&id).await.unwrap().results, results);
        let listed = store.results(&id, 0..u64::MAX, 9).await.unwrap();
        assert_eq!(listed.len() as u64, results);
        // It contains no sums, so that they are computed.
        let checkpoint = store.checkpoint(&id).await.unwrap();
        assert_eq!(checkpoint.unwrap_or_default(), "");
    }
}

#[tokio::test]
async fn tournaments_of_a_former_file_are_found_by_their_requests() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let former = create_former(&path, 7);
    let sql = "INSERT INTO tournaments (id, request_id, state, created_micros, configuration, seed, secret, status)
               VALUES ($1, $2, 2, 7, '{}', $1, 'a secret', $3)";
    let known = r#"{"concurrency":1,"request_sha256":"a hash","recounts":0}"#;
    for (id, request_id, status) in [
        ("t", Some("first"), known),
        ("u", Some("second"), r#"{"concurrency":1}"#),
        ("v", Some("third"), "corrupt"),
        ("w", None, known),
    ] {
        former.execute(sql, (id, request_id, status)).unwrap();
    }
    drop(former);
    let store = SqliteStore::open(&path, Durability::Results).unwrap();
    for (id, request_id, sha256) in [
        ("t", "first", Some("a hash")),
        ("u", "second", None),
        ("v", "third", None),
    ] {
        let found = store.tournament_by_request_id(request_id).await.unwrap();
        let found = found.unwrap();
        assert_eq!(found.id.as_str(), id);
        assert_eq!(found.request.unwrap().sha256.as_deref(), sha256);
    }
    let last = store.tournament(&"w".into()).await.unwrap();
    assert_eq!(last.row.request, None);
}

#[tokio::test]
async fn matches_of_a_former_file_are_found_by_their_players() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let former = create_former(&path, 10);
    let sql = "INSERT INTO matches (id, state, created_micros, setup) VALUES ($1, 4, 7, $2)";
    for (id, setup) in [
        (
            "a",
            r#"{"header":{"seats":[{"name":"x"},{"name":"y \"z\""},{"name":"x"}]}}"#,
        ),
        (
            "b",
            r#"{"header":{"seats":[{"name":"\u0000"},{"name":"x"}]}}"#,
        ),
        ("c", "corrupt"),
        ("d", r#"{"header":{"seats":[{"name":"y"},{"name":"x"}]}}"#),
    ] {
        former.execute(sql, (id, setup)).unwrap();
    }
    drop(former);
    drop(SqliteStore::open(&path, Durability::Results).unwrap());
    let connection = Connection::open(&path).unwrap();
    let sql = "SELECT group_concat(name || match_id || seat) FROM match_players";
    let found: String = connection.query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(found, "xa0,xd1,yd0,y \"z\"a1");
}

/// Returns the bytes that are written for the results of 20 matches, after many that have a result while the first has none.
async fn bytes_of_commits(former_results: u64) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let store = SqliteStore::open(&path, Durability::Results).unwrap();
    store
        .write(CreateTournament(tournament_row("t", "5eed")))
        .await
        .unwrap();
    let insert = |store: &SqliteStore, pairing| {
        let (row, commit) = finished_match(pairing);
        store.write(InsertFinished(row, commit))
    };
    let writes: Vec<_> = (1..=former_results)
        .map(|pairing| insert(&store, pairing))
        .collect();
    for write in writes {
        write.await.unwrap();
    }
    // Closed, so that the log starts again.
    drop(store);
    let store = SqliteStore::open(&path, Durability::Results).unwrap();
    for pairing in 0..20 {
        insert(&store, former_results + 1 + pairing).await.unwrap();
    }
    let log = path.with_extension("db-wal");
    fs::metadata(log).unwrap().len()
}

#[tokio::test]
async fn cost_of_a_commit_does_not_grow_with_the_results_before_it() {
    let (few, many) = (bytes_of_commits(20).await, bytes_of_commits(4000).await);
    assert!(many < 2 * few, "{few} and {many} bytes");
}
