//! Files of former versions, of later ones, and of other programs.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;

use super::file::own_version;
use super::{Durability, SqliteStore};
use crate::store::{Store, StoreError};
use crate::tournaments::TallyFold;

/// Opens a file that cannot be used, and gives the words.
fn refused(path: &Path) -> String {
    match SqliteStore::open(path, Durability::Results, Arc::new(TallyFold)) {
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
    drop(SqliteStore::open(&path, Durability::Results, Arc::new(TallyFold)).unwrap());
    let connection = Connection::open(&path).unwrap();
    let later = own_version() + 1;
    let sql = "INSERT INTO refinery_schema_history VALUES ($1, 'later', '2027-01-01', '1')";
    connection.execute(sql, [later]).unwrap();
    drop(connection);
    let words = refused(&path);
    let expected = format!("expected version {} or older, found {later}", later - 1);
    assert!(words.contains(&expected), "{words}");
    assert!(words.contains("matches.db"), "{words}");
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
    drop(SqliteStore::open(&path, Durability::Results, Arc::new(TallyFold)).unwrap());
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
    let _first = SqliteStore::open(&path, Durability::Results, Arc::new(TallyFold)).unwrap();
    assert!(refused(&path).contains("open in another server"));
}

#[cfg(unix)]
#[test]
fn a_second_name_of_an_open_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let _first = SqliteStore::open(&path, Durability::Results, Arc::new(TallyFold)).unwrap();
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
    let _store = SqliteStore::open(&path, Durability::Results, Arc::new(TallyFold)).unwrap();
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
        let store = SqliteStore::open(&path, Durability::Results, Arc::new(TallyFold)).unwrap();
        store.probe().await.unwrap();
        assert_eq!(store.check_files(), Ok(()));
        let (file, aside) = (folder.path().join(name), folder.path().join("aside"));
        fs::rename(&file, &aside).unwrap();
        assert!(store.probe().await.is_err(), "{name}");
        fs::write(&file, "another").unwrap();
        let error = store.probe().await.unwrap_err().to_string();
        assert!(
            error.contains(name) && error.contains("put it back"),
            "{error}"
        );
        fs::rename(&aside, &file).unwrap();
        store.probe().await.unwrap();
    }
}
