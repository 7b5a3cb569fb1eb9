//! Matches in an SQLite file.
//!
//! One thread owns the one writing connection. It takes the first waiting command and whatever
//! else waits already, commits them as one transaction, answers, and repeats; no timer delays a
//! lone command. Each command has a savepoint of its own, so a refused one fails nobody else.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use tokio::sync::oneshot;

use super::{ActRow, Commit, MatchRow, Receipt, Store, StoreError, StoredMatch};

/// Commands that one transaction takes at most.
const BATCH: usize = 256;

mod migrations {
    refinery::embed_migrations!("src/store/migrations");
}

/// When a commit counts as kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Durability {
    /// Results are synced to the disk; single actions survive the end of the process at once, and
    /// a power cut after the next result.
    #[default]
    Results,
    /// Everything is synced to the disk before anybody is told of it.
    Full,
}

/// A store in one file. A lock beside the file keeps a second server away.
#[derive(Debug)]
pub(crate) struct SqliteStore {
    // The readers' connection; reads are short and none awaits.
    reader: Mutex<Connection>,
    // `None` once the store is being dropped: the writer ends when its last sender is gone.
    writer: Option<Sender<Write>>,
    thread: Option<thread::JoinHandle<()>>,
    _lock: File,
}

type Answer = oneshot::Sender<Result<(), StoreError>>;

#[derive(Debug)]
enum Write {
    Create(MatchRow, Answer),
    Commit(Commit, Answer),
}

impl SqliteStore {
    /// Opens the file, creating it if need be.
    ///
    /// # Errors
    /// If the file cannot be opened, another server has it open, or a newer version wrote it.
    pub(crate) fn open(path: &Path, durability: Durability) -> Result<Self, StoreError> {
        let lock = lock_file(path)?;
        let mut connection = Connection::open(path).map_err(unavailable)?;
        connection
            .pragma_update(None, "journal_mode", "WAL")
            .map_err(unavailable)?;
        connection
            .pragma_update(None, "foreign_keys", "ON")
            .map_err(unavailable)?;
        // With its mark that it was applied, or a kill between the two leaves a file that no server
        // opens any more.
        migrations::migrations::runner()
            .set_grouped(true)
            .run(&mut connection)
            .map_err(|error| {
                let path = path.display();
                StoreError::Unavailable(format!("{path} is not of this version: {error}"))
            })?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(path, flags).map_err(unavailable)?;
        let (sender, receiver) = channel();
        let thread = thread::Builder::new()
            .name("store".into())
            .spawn(move || write_all(&mut connection, &receiver, durability))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let reader = Mutex::new(reader);
        Ok(Self {
            reader,
            writer: Some(sender),
            thread: Some(thread),
            _lock: lock,
        })
    }

    fn send(&self, write: impl FnOnce(Answer) -> Write) -> Receipt {
        let (answer, receipt) = oneshot::channel();
        if let Some(writer) = &self.writer {
            // If the writer is gone the answer is dropped, and the receipt says so.
            let _ = writer.send(write(answer));
        }
        Receipt::waiting(receipt)
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let connection = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        read(&connection).map_err(unavailable)
    }
}

/// Lets the writer finish what it was given.
impl Drop for SqliteStore {
    fn drop(&mut self) {
        self.writer = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn unavailable(error: rusqlite::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// Takes the lock beside the database; it ends with the process, however that ends.
fn lock_file(path: &Path) -> Result<File, StoreError> {
    let beside = PathBuf::from(format!("{}.lock", path.display()));
    let failed =
        |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", beside.display()));
    let file = File::create(&beside).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Unavailable(format!(
            "{} is open in another server; stop that one or name another file",
            path.display()
        ))),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

fn write_all(connection: &mut Connection, commands: &Receiver<Write>, durability: Durability) {
    while let Ok(first) = commands.recv() {
        let mut batch = vec![first];
        batch.extend(commands.try_iter().take(BATCH - 1));
        let results = write_batch(connection, &batch, durability);
        for (i, write) in batch.into_iter().enumerate() {
            let result = match &results {
                Ok(results) => results[i].clone(),
                Err(error) => Err(unavailable_text(error)),
            };
            let (Write::Create(_, answer) | Write::Commit(_, answer)) = write;
            // Whoever asked may have gone.
            let _ = answer.send(result);
        }
    }
}

fn unavailable_text(error: &rusqlite::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// Writes a batch as one transaction. The result of each command, or why the whole failed.
fn write_batch(
    connection: &mut Connection,
    batch: &[Write],
    durability: Durability,
) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
    let ends =
        |write: &Write| matches!(write, Write::Commit(commit, _) if commit.outcome.is_some());
    let full = durability == Durability::Full || batch.iter().any(ends);
    // The pragma belongs to the connection and cannot change inside a transaction.
    connection.pragma_update(None, "synchronous", if full { "FULL" } else { "NORMAL" })?;
    let mut transaction = connection.transaction()?;
    let mut results = Vec::with_capacity(batch.len());
    for write in batch {
        let mut savepoint = transaction.savepoint()?;
        let result = match write {
            Write::Create(row, _) => create(&savepoint, row),
            Write::Commit(commit, _) => append(&savepoint, commit),
        };
        if result.is_err() {
            savepoint.rollback()?;
        }
        savepoint.commit()?;
        results.push(result);
    }
    transaction.commit()?;
    Ok(results)
}

fn create(connection: &Connection, row: &MatchRow) -> Result<(), StoreError> {
    let sql = "INSERT INTO matches (id, request_id, state, created_micros, setup, events, outcome)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let mut statement = connection.prepare_cached(sql).map_err(unavailable)?;
    let MatchRow {
        id,
        request_id,
        state,
        created_micros,
        setup,
        events,
        outcome,
    } = row;
    let events = *events as i64;
    let values = params![
        id,
        request_id,
        state,
        created_micros,
        setup,
        events,
        outcome
    ];
    statement.execute(values).map(|_| ()).map_err(unavailable)
}

fn append(connection: &Connection, commit: &Commit) -> Result<(), StoreError> {
    let Commit {
        id,
        after,
        events,
        acts,
        state,
        outcome,
    } = commit;
    let count = after + events.len() as u64;
    let sql = "UPDATE matches SET state = $1, events = $2, outcome = coalesce($3, outcome)
               WHERE id = $4 AND events = $5";
    let changed = connection
        .prepare_cached(sql)
        .and_then(|mut s| s.execute(params![state, count as i64, outcome, id, *after as i64]))
        .map_err(unavailable)?;
    if changed != 1 {
        return Err(stale(connection, id, *after));
    }
    let sql = "INSERT INTO events (match_id, seq, line) VALUES ($1, $2, $3)";
    let mut insert = connection.prepare_cached(sql).map_err(unavailable)?;
    for (i, line) in events.iter().enumerate() {
        let seq = after + 1 + i as u64;
        insert
            .execute(params![id, seq as i64, line])
            .map_err(unavailable)?;
    }
    let sql = "INSERT INTO acts
               (match_id, seat, turn, act, content, nanos, effort, charged, seq, view_hash)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let mut insert = connection.prepare_cached(sql).map_err(unavailable)?;
    for act in acts {
        let (nanos, effort) = (act.nanos as i64, act.effort as i64);
        insert
            .execute(params![
                id,
                act.seat,
                act.turn,
                act.act,
                act.content,
                nanos,
                effort,
                act.charged as i64,
                act.seq as i64,
                act.view_hash as i64
            ])
            .map_err(unavailable)?;
    }
    Ok(())
}

/// Why no row of the match had the expected number of events.
fn stale(connection: &Connection, id: &str, expected: u64) -> StoreError {
    let sql = "SELECT events FROM matches WHERE id = $1";
    let found = connection
        .query_row(sql, [id], |row| row.get::<_, i64>(0))
        .optional();
    match found {
        Ok(Some(found)) => StoreError::Stale {
            id: id.into(),
            expected,
            found: found as u64,
        },
        Ok(None) => StoreError::NotFound(id.into()),
        Err(error) => unavailable(error),
    }
}

const COLUMNS: &str = "id, request_id, state, created_micros, setup, events, outcome";

fn match_row(row: &Row<'_>) -> rusqlite::Result<MatchRow> {
    Ok(MatchRow {
        id: row.get(0)?,
        request_id: row.get(1)?,
        state: row.get(2)?,
        created_micros: row.get(3)?,
        setup: row.get(4)?,
        events: row.get::<_, i64>(5)? as u64,
        outcome: row.get(6)?,
    })
}

fn act_row(row: &Row<'_>) -> rusqlite::Result<ActRow> {
    Ok(ActRow {
        seat: row.get(0)?,
        turn: row.get(1)?,
        act: row.get(2)?,
        content: row.get(3)?,
        nanos: row.get::<_, i64>(4)? as u64,
        effort: row.get::<_, i64>(5)? as u64,
        charged: row.get::<_, i64>(6)? as u64,
        seq: row.get::<_, i64>(7)? as u64,
        view_hash: row.get::<_, i64>(8)? as u64,
    })
}

impl Store for SqliteStore {
    fn create(&self, row: MatchRow) -> Receipt {
        self.send(|answer| Write::Create(row, answer))
    }

    fn commit(&self, commit: Commit) -> Receipt {
        self.send(|answer| Write::Commit(commit, answer))
    }

    fn load(&self, id: &str) -> Result<StoredMatch, StoreError> {
        let stored = self.read(|connection| {
            // One snapshot for all three tables.
            let transaction = connection.unchecked_transaction()?;
            let sql = format!("SELECT {COLUMNS} FROM matches WHERE id = $1");
            let Some(row) = transaction.query_row(&sql, [id], match_row).optional()? else {
                return Ok(None);
            };
            let mut lines = transaction
                .prepare_cached("SELECT line FROM events WHERE match_id = $1 ORDER BY seq")?;
            let events = lines
                .query_map([id], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            let mut acts = transaction.prepare_cached(
                "SELECT seat, turn, act, content, nanos, effort, charged, seq, view_hash FROM acts
                 WHERE match_id = $1 ORDER BY seat, turn, act",
            )?;
            let acts = acts.query_map([id], act_row)?.collect::<Result<_, _>>()?;
            Ok(Some(StoredMatch { row, events, acts }))
        })?;
        stored.ok_or_else(|| StoreError::NotFound(id.into()))
    }

    fn find_request(&self, request_id: &str) -> Result<Option<MatchRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM matches WHERE request_id = $1");
        self.read(|connection| {
            connection
                .query_row(&sql, [request_id], match_row)
                .optional()
        })
    }

    fn list(
        &self,
        before: Option<&str>,
        state: Option<i32>,
        limit: usize,
    ) -> Result<Vec<MatchRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM matches
             WHERE ($1 IS NULL OR id < $1) AND ($2 IS NULL OR state = $2)
             ORDER BY id DESC LIMIT $3"
        );
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map(params![before, state, limit as i64], match_row)?;
            rows.collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, request_id: Option<&str>) -> MatchRow {
        MatchRow {
            id: id.into(),
            request_id: request_id.map(Into::into),
            state: 1,
            created_micros: 7,
            setup: "{}".into(),
            events: 0,
            outcome: None,
        }
    }

    fn commit(id: &str, after: u64, lines: &[&str]) -> Commit {
        let act = ActRow {
            seat: 0,
            turn: after as u32,
            act: 0,
            content: "say 5".into(),
            nanos: 9,
            charged: 8,
            effort: 3,
            seq: 4,
            view_hash: u64::MAX - 1,
        };
        Commit {
            id: id.into(),
            after,
            events: lines.iter().map(|line| (*line).to_owned()).collect(),
            acts: vec![act],
            state: 2,
            outcome: None,
        }
    }

    /// What both stores promise.
    async fn keeps_its_promises(store: &dyn Store) {
        store.create(row("a", Some("first"))).await.unwrap();
        store.create(row("b", None)).await.unwrap();
        store.commit(commit("a", 0, &["one", "two"])).await.unwrap();
        assert_eq!(
            store.commit(commit("a", 1, &["three"])).await,
            Err(StoreError::Stale {
                id: "a".into(),
                expected: 1,
                found: 2
            })
        );
        let last = Commit {
            state: 4,
            outcome: Some("over".into()),
            ..commit("a", 2, &["three"])
        };
        store.commit(last).await.unwrap();
        let stored = store.load("a").unwrap();
        assert_eq!(stored.events, ["one", "two", "three"]);
        assert_eq!(stored.acts.len(), 2);
        assert_eq!((stored.row.state, stored.row.events), (4, 3));
        assert_eq!(stored.row.outcome.as_deref(), Some("over"));
        assert_eq!(store.load("c"), Err(StoreError::NotFound("c".into())));
        assert_eq!(
            store.find_request("first").unwrap().map(|row| row.id),
            Some("a".into())
        );
        assert_eq!(store.find_request("second").unwrap(), None);
        let ids = |before, state| -> Vec<_> {
            store
                .list(before, state, 9)
                .unwrap()
                .into_iter()
                .map(|row| row.id)
                .collect()
        };
        assert_eq!(ids(None, None), ["b", "a"]);
        assert_eq!(ids(Some("b"), None), ["a"]);
        assert_eq!(ids(None, Some(4)), ["a"]);
    }

    #[tokio::test]
    async fn both_stores_keep_the_same_promises() {
        keeps_its_promises(&super::super::MemoryStore::default()).await;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        keeps_its_promises(&SqliteStore::open(&path, Durability::Full).unwrap()).await;
        // And everything is still there after closing.
        let store = SqliteStore::open(&path, Durability::Results).unwrap();
        assert_eq!(store.load("a").unwrap().events.len(), 3);
    }

    #[test]
    fn a_second_server_is_refused_with_a_message() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let _first = SqliteStore::open(&path, Durability::Results).unwrap();
        let error = SqliteStore::open(&path, Durability::Results)
            .unwrap_err()
            .to_string();
        assert!(error.contains("open in another server"), "{error}");
    }
}
