//! Files of former versions, of later ones, and of other programs.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;

use super::file::{migrations, own_version};
use super::{Durability, SqliteStore};
use crate::match_state::MatchState;
use crate::store::{Commit, Store, StoreError, SubmissionRow};
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

/// A database as a former version left it.
fn former(path: &Path, version: i32) {
    let mut connection = Connection::open(path).unwrap();
    migrations::migrations::runner()
        .set_target(refinery::Target::Version(version))
        .run(&mut connection)
        .unwrap();
    connection
        .execute_batch(
            r#"INSERT INTO matches VALUES ('b', NULL, 1, 8, '{"seats":2}', 0, NULL);
               INSERT INTO matches VALUES ('a', 'first', 2, 7, '{}', 3, NULL);
               INSERT INTO matches VALUES ('c', NULL, 4, 9, '{}', 1, 'over');
               INSERT INTO events VALUES ('a', 2, '{"seq":2}'), ('a', 1, '{"seq":1}');
               INSERT INTO events VALUES ('a', 3, '{"seq":3}'), ('c', 1, '{"seq":1}');
               INSERT INTO acts (match_id, seat, turn, act, content, nanos, effort)
               VALUES ('a', 1, 2, 0, 'say "5"', 9, 3), ('a', 0, 1, 0, 'pass', 8, 0);"#,
        )
        .unwrap();
    if version == 2 {
        let sql = "UPDATE acts SET charged = 5, seq = 6, view_hash = -2 WHERE seat = 1";
        connection.execute(sql, []).unwrap();
    }
}

#[tokio::test]
async fn databases_of_former_versions_go_on_with_their_content() {
    for version in [1, 2] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        former(&path, version);
        let store = SqliteStore::open(&path, Durability::Results, Arc::new(TallyFold)).unwrap();
        let stored = store.load(&"a".into()).await.unwrap();
        assert_eq!(
            stored.events,
            [r#"{"seq":1}"#, r#"{"seq":2}"#, r#"{"seq":3}"#]
        );
        assert_eq!(
            (stored.row.state, stored.row.events),
            (MatchState::Running, 3)
        );
        assert_eq!(stored.row.request_id.as_deref(), Some("first"));
        let said = SubmissionRow {
            seat: 1,
            turn: 2,
            act: 0,
            content: "say \"5\"".into(),
            nanos: 9,
            charged: 5,
            effort: 3,
            seq: 6,
            view_hash: u64::MAX - 1,
        };
        if version == 2 {
            assert_eq!(stored.submissions[1], said);
        }
        assert_eq!(
            (stored.submissions.len(), &*stored.submissions[0].content),
            (2, "pass")
        );
        let over = store.load(&"c".into()).await.unwrap();
        assert_eq!(over.row.outcome.as_deref(), Some("over"));
        let waiting = store.load(&"b".into()).await.unwrap();
        assert_eq!((waiting.events.len(), waiting.row.events), (0, 0));
        assert_eq!(waiting.row.setup, r#"{"seats":2}"#);
        let next = Commit {
            events: vec![r#"{"seq":4}"#.into()],
            ..Commit::new("a".into(), 3, MatchState::Running)
        };
        store.commit(next).await.unwrap();
        assert_eq!(store.load(&"a".into()).await.unwrap().row.events, 4);
        let ids: Vec<_> = store.list(None, None, 9).await.unwrap();
        let ids: Vec<_> = ids.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids, ["c", "b", "a"]);
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
    let expected = format!(
        "of version {later} and this program knows versions up to {}",
        later - 1
    );
    assert!(words.contains(&expected), "{words}");
    assert!(words.contains("matches.db"), "{words}");
}

#[test]
fn what_is_no_database_of_ours_is_refused_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    let letter = "Dear Sir or Madam, ".repeat(500);
    fs::write(&path, &letter).unwrap();
    assert!(refused(&path).contains("is no SQLite database"));
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
    assert!(words.contains("is damaged"), "{words}");
    assert!(words.contains("botwerk db check"), "{words}");
}

#[test]
fn a_second_server_is_refused_with_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let _first = SqliteStore::open(&path, Durability::Results, Arc::new(TallyFold)).unwrap();
    assert!(refused(&path).contains("open in another server"));
}
