//! Reading one state of a database while a server stores.

use std::sync::Arc;
use std::time::Duration;

use botwerk_test_postgres::PostgresCluster;
use tokio::runtime::Runtime;

use super::Database;
use crate::DatabaseLocation;
use crate::match_state::MatchState;
use crate::store::test_stores::{empty_match, open_postgres_with_lease};
use crate::store::{Durability, SqliteStore, Store, WriteCommand};

/// Stores matches in a database that is open for reading.
fn check_snapshot(store: &Arc<dyn Store>, location: impl Into<DatabaseLocation>, run: &Runtime) {
    let add = |id: &str| {
        let row = empty_match(id, MatchState::Running);
        run.block_on(store.write(WriteCommand::Create(row)))
            .unwrap();
    };
    add("a");
    let database = Database::open(location).unwrap();
    let snapshot = database.snapshot().unwrap();
    assert_eq!(database.count().unwrap(), 1);
    add("b");
    assert_eq!(database.count().unwrap(), 1);
    drop(snapshot);
    assert_eq!(database.count().unwrap(), 2);
    let _again = database.snapshot().unwrap();
    assert_eq!(database.count().unwrap(), 2);
}

#[test]
fn snapshot_shows_one_state_while_a_server_stores() {
    let run = Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let store = SqliteStore::open(&path, Durability::Results).unwrap();
    let store: Arc<dyn Store> = Arc::new(store);
    check_snapshot(&store, path, &run);

    let Some(cluster) = PostgresCluster::shared() else {
        return;
    };
    let url = cluster.create_database();
    let store = run.block_on(open_postgres_with_lease(&url, "a", Duration::from_secs(5)));
    let store: Arc<dyn Store> = Arc::new(store);
    check_snapshot(&store, url.parse::<DatabaseLocation>().unwrap(), &run);
}
