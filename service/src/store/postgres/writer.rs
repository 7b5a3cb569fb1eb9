//! The task that writes.
//!
//! It takes all queued commands, commits them as one transaction, answers them, and repeats; no timer delays a single
//! command. Every transaction starts with the lease of the server, so that nothing is written after another server has
//! taken over.

use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{ClientWrapper, Object, Pool};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep, timeout};

use super::batch::{Batch, PlanContext};
use super::chunk_cache::{ChunkColumns, NewChunkColumns};
use super::columns::{
    AttemptColumns, CommitColumns, MatchChangeColumns, MatchColumns, PlayerColumns, Values,
};
use super::lease::{LeaseState, ServerLease};
use super::match_cache::MatchCache;
use super::notifications::Notifications;
use super::pool;
use super::postgres_command::{PostgresCommand, Written};
use super::single_writes;
use super::tournament_cache::TournamentCache;
use super::worker_writes::WorkerPlayColumns;
use super::write_failure::{PAUSES_AFTER_CONFLICT, WriteFailure};
use crate::lasting_task::await_step;
use crate::store::write_command::WriteReply;
use crate::store::{StoreError, WriteCommand, WriterActivity};

type Replies = Vec<Result<Written, StoreError>>;

/// Maximum number of commands in one transaction.
const MAX_BATCH: usize = 1024;

/// Interval at which the writer tries to find out whether a transaction was committed.
const RESOLVE_INTERVAL: Duration = Duration::from_millis(100);

/// What one transaction writes.
#[derive(Clone, Copy)]
enum Statements<'a> {
    /// Commands whose rows are written by one statement for each table.
    Batch(&'a [PostgresCommand]),
    /// A command with statements of its own.
    Single(&'a PostgresCommand),
}

/// The only writer of a server.
pub(super) struct Writer {
    pool: Pool,
    pub(super) lease: ServerLease,
    activity: Arc<WriterActivity>,
    /// Until when the lease is known to last, by the clock of this server: counted from the start of the transaction that
    /// renewed it.
    lasts_until: Instant,
    /// When the last transaction was started.
    tried_at: Instant,
    pub(super) matches: MatchCache,
    pub(super) tournaments: TournamentCache,
    /// Time for one transaction.
    limit: Duration,
}

impl Writer {
    pub(super) fn new(pool: Pool, lease: ServerLease, limit: Duration) -> Self {
        Self {
            lasts_until: Instant::now() + lease.duration(),
            tried_at: Instant::now(),
            pool,
            lease,
            activity: Arc::default(),
            matches: MatchCache::default(),
            tournaments: TournamentCache::default(),
            limit,
        }
    }

    /// Returns the state of the lease.
    pub(super) fn lease_state(&self) -> Arc<LeaseState> {
        self.lease.state()
    }

    /// Returns what waits, and how much is written at a time.
    pub(super) fn activity(&self) -> Arc<WriterActivity> {
        Arc::clone(&self.activity)
    }

    /// Handles commands until the last sender is dropped; then ends the lease.
    pub(super) async fn run(
        mut self,
        mut commands: UnboundedReceiver<PostgresCommand>,
        mut registrations: UnboundedReceiver<WriteReply>,
    ) {
        let mut batch = Vec::with_capacity(MAX_BATCH);
        loop {
            // Boxed: the statements of a batch make it large.
            let step = Box::pin(self.handle_next(&mut commands, &mut registrations, &mut batch));
            match await_step("store", step).await {
                Some(true) => {}
                Some(false) => return self.release().await,
                None => self.recover(&mut batch),
            }
        }
    }

    /// Handles the next commands or registration, or renews the lease. Returns `false` once the last sender is dropped.
    async fn handle_next(
        &mut self,
        commands: &mut UnboundedReceiver<PostgresCommand>,
        registrations: &mut UnboundedReceiver<WriteReply>,
        batch: &mut Vec<PostgresCommand>,
    ) -> bool {
        let renew_at = self.next_renewal();
        tokio::select! {
            biased;
            count = commands.recv_many(batch, MAX_BATCH) => {
                if count == 0 {
                    return false;
                }
                self.activity.taken(count);
            }
            Some(reply) = registrations.recv() => {
                // The caller may be gone.
                let _ = reply.send(self.register_again().await);
                return true;
            }
            () = tokio::time::sleep_until(renew_at), if !self.lease.is_lost() => {}
        }
        if self.lease.is_lost() {
            for command in batch.drain(..) {
                command.send_reply(Err(StoreError::LeaseLost));
            }
            return true;
        }
        self.write_all(batch).await;
        true
    }

    /// Rejects the commands whose writing panicked.
    fn recover(&mut self, batch: &mut Vec<PostgresCommand>) {
        self.clear_caches();
        // The connection is still in its transaction, which the database undoes once it is closed.
        self.pool.retain(|_, _| false);
        for command in batch.drain(..) {
            command.send_reply(Err(StoreError::writer_panicked()));
        }
    }

    /// Returns when the lease is renewed if nothing else is written.
    fn next_renewal(&self) -> Instant {
        let renewed_at = self.lasts_until - self.lease.duration();
        let interval = self.lease.renewal_interval();
        // Not in a busy loop while the database cannot be reached.
        (renewed_at + interval).max(self.tried_at + interval / 4)
    }

    /// Registers the server under another epoch after its lease was lost.
    async fn register_again(&mut self) -> Result<(), StoreError> {
        self.clear_caches();
        let started = Instant::now();
        let object = pool::connection(&self.pool).await?;
        let registered = timeout(self.limit, self.lease.register_again(&object)).await;
        registered.unwrap_or_else(|_| Err(timed_out(self.limit)))?;
        self.lasts_until = started + self.lease.duration();
        Ok(())
    }

    /// Ends the lease, so that another server can take over at once.
    async fn release(&self) {
        if let Ok(object) = pool::connection(&self.pool).await {
            let released = timeout(self.limit, self.lease.release(&object)).await;
            if !matches!(released, Ok(Ok(()))) {
                tracing::warn!("lease not released; it ends by itself");
            }
        }
    }

    /// Writes and answers commands, one transaction for as many as possible. Without a command the lease is renewed.
    async fn write_all(&mut self, commands: &mut Vec<PostgresCommand>) {
        loop {
            let batched = commands.iter().take_while(|command| command.is_batched());
            let written = match (commands.first(), batched.count()) {
                (Some(command), 0) => self.write_single(command).await,
                (_, length) => self.write_batch(&commands[..length]).await,
            };
            match written {
                Ok(replies) => {
                    for (command, reply) in commands.drain(..replies.len()).zip(replies) {
                        command.send_reply(reply);
                    }
                }
                Err(error) => {
                    // All of them have waited just as long.
                    for command in commands.drain(..) {
                        command.send_reply(Err(error.clone()));
                    }
                }
            }
            if commands.is_empty() {
                return;
            }
        }
    }

    /// Writes commands as one transaction. If the values of a command are refused, each half is a transaction of its own,
    /// until only that command is rejected.
    async fn write_batch(&mut self, commands: &[PostgresCommand]) -> Result<Replies, StoreError> {
        match self.transact(Statements::Batch(commands)).await {
            Err(WriteFailure::Refused(_)) if commands.len() > 1 => {
                let (first, second) = commands.split_at(commands.len() / 2);
                let mut replies = Box::pin(self.write_batch(first)).await?;
                replies.extend(Box::pin(self.write_batch(second)).await?);
                Ok(replies)
            }
            written => single_reply(written, commands.first()),
        }
    }

    /// Writes a command that is a transaction of its own.
    async fn write_single(&mut self, command: &PostgresCommand) -> Result<Replies, StoreError> {
        let written = self.transact(Statements::Single(command)).await;
        single_reply(written, Some(command))
    }

    /// Runs statements as one transaction under the lease, again after a conflict with another transaction.
    async fn transact(&mut self, statements: Statements<'_>) -> Result<Replies, WriteFailure> {
        let mut result = self.try_transact(statements).await;
        for pause in PAUSES_AFTER_CONFLICT {
            if !matches!(result, Err(WriteFailure::Conflict(_))) {
                break;
            }
            sleep(pause).await;
            result = self.try_transact(statements).await;
        }
        if matches!(result, Err(WriteFailure::LeaseLost)) {
            self.lease.record_loss();
        }
        result
    }

    async fn try_transact(&mut self, statements: Statements<'_>) -> Result<Replies, WriteFailure> {
        let started = Instant::now();
        self.tried_at = started;
        let object = pool::connection(&self.pool).await?;
        let limit = self.limit;
        let result = match timeout(limit, self.prepare(&object, statements)).await {
            Ok(Ok(result)) => result,
            Ok(Err(failure)) => {
                self.clear_caches();
                let is_rolled_back = matches!(
                    timeout(limit, object.batch_execute("ROLLBACK")).await,
                    Ok(Ok(()))
                );
                if !is_rolled_back {
                    discard(object);
                }
                return Err(failure);
            }
            Err(_) => {
                self.clear_caches();
                // The database undoes what a lost connection has not committed.
                discard(object);
                return Err(WriteFailure::Unavailable(timed_out(limit)));
            }
        };
        let commit = self.notifications(statements).commit(self.lease.epoch());
        let committed = match timeout(limit, object.batch_execute(&commit)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(pool::unavailable(&error)),
            Err(_) => Err(timed_out(limit)),
        };
        if let Err(error) = committed {
            discard(object);
            self.clear_caches();
            if !self.resolve(error).await? {
                let message = "the database has undone the transaction";
                return Err(WriteFailure::Unavailable(StoreError::Unavailable(
                    message.into(),
                )));
            }
        }
        self.lasts_until = started + self.lease.duration();
        Ok(result)
    }

    /// Runs everything of a transaction but its commit.
    async fn prepare(
        &mut self,
        client: &ClientWrapper,
        statements: Statements<'_>,
    ) -> Result<Replies, WriteFailure> {
        client.batch_execute("BEGIN").await?;
        self.lease.renew(client).await?;
        match statements {
            Statements::Batch(commands) => {
                let replies = self.write_rows(client, commands).await;
                #[cfg(test)]
                commands.iter().for_each(PostgresCommand::panic_if_planted);
                replies
            }
            Statements::Single(command) => {
                let (epoch, tournaments) = (self.lease.epoch(), &mut self.tournaments);
                single_writes::write(client, command, epoch, tournaments).await?;
                Ok(vec![Ok(Written::Done)])
            }
        }
    }

    /// Returns what the other servers are notified of.
    fn notifications(&self, statements: Statements<'_>) -> Notifications {
        let commands = match statements {
            Statements::Batch(commands) => commands,
            Statements::Single(command) => std::slice::from_ref(command),
        };
        let mut notifications = Notifications::default();
        for command in commands {
            match command {
                PostgresCommand::AddChunk(..) => notifications.add_chunk(),
                PostgresCommand::Report(report, _) => {
                    let id = &report.lease.tournament;
                    if self
                        .tournaments
                        .is_directed_elsewhere(id, self.lease.epoch())
                    {
                        notifications.add_results(id);
                    }
                }
                PostgresCommand::Write(write) => {
                    if let WriteCommand::ChangeAccounts(change, _) = &write.command
                        && change.changes_access()
                    {
                        notifications.add_accounts();
                    }
                }
            }
        }
        notifications
    }

    /// Finds out whether a transaction was committed whose answer was lost. Nothing else is answered until this is known,
    /// or the lease has ended: then the matches of this server are read again by their next owner.
    async fn resolve(&mut self, error: StoreError) -> Result<bool, WriteFailure> {
        tracing::warn!(%error, "answer to a commit lost");
        loop {
            if let Ok(object) = pool::connection(&self.pool).await {
                match timeout(self.limit, self.lease.was_committed(&object)).await {
                    Ok(Ok(was_committed)) => return Ok(was_committed),
                    Ok(Err(WriteFailure::LeaseLost)) => return Err(WriteFailure::LeaseLost),
                    Ok(Err(_)) | Err(_) => discard(object),
                }
            }
            if Instant::now() >= self.lasts_until {
                return Err(WriteFailure::LeaseLost);
            }
            tokio::time::sleep(RESOLVE_INTERVAL).await;
        }
    }

    fn clear_caches(&mut self) {
        self.matches.clear();
        self.tournaments.clear();
    }

    /// Writes the rows of commands, one statement for each table. Returns the reply to each command.
    async fn write_rows(
        &mut self,
        client: &ClientWrapper,
        commands: &[PostgresCommand],
    ) -> Result<Replies, WriteFailure> {
        let mut chunks = self.load(client, commands).await?;
        let mut batch = Batch::default();
        let mut context = PlanContext {
            epoch: self.lease.epoch(),
            matches: &mut self.matches,
            tournaments: &self.tournaments,
            chunks: &mut chunks,
        };
        let plan = |command| batch.plan(command, &mut context);
        let replies = commands.iter().map(plan).collect();
        let changes = batch.match_changes();
        let progress = ChunkColumns::of(&chunks, false);
        let complete = ChunkColumns::of(&chunks, true);
        let plays = &batch.worker_plays;
        execute(
            client,
            WorkerPlayColumns::INSERT,
            plays.len(),
            plays.values(),
        )
        .await?;
        // Sent at once; the database runs them in order.
        let (matches, players, commits, changed, attempts, scores, progressed, completed, chunks) = tokio::join!(
            biased;
            execute(client, MatchColumns::INSERT, batch.matches.len(), batch.matches.values()),
            execute(client, PlayerColumns::INSERT, batch.players.len(), batch.players.values()),
            execute(client, CommitColumns::INSERT, batch.commits.len(), batch.commits.values()),
            execute(client, MatchChangeColumns::UPDATE, changes.len(), changes.values()),
            execute(
                client,
                AttemptColumns::INSERT,
                batch.new_attempts.len(),
                batch.new_attempts.values()
            ),
            execute(client, AttemptColumns::SCORE, batch.scores.len(), batch.scores.values()),
            execute(client, ChunkColumns::UPDATE, progress.len(), progress.values()),
            execute(client, ChunkColumns::DELETE, complete.len(), complete.values()),
            execute(
                client,
                NewChunkColumns::INSERT,
                batch.new_chunks.len(),
                batch.new_chunks.values()
            ),
        );
        matches?;
        players?;
        commits?;
        changed?;
        attempts?;
        progressed?;
        completed?;
        if !scores? {
            let message = "the attempt was never started or has a result already";
            return Err(WriteFailure::Refused(message.into()));
        }
        if !chunks? {
            let message = "the chunk exists or has results";
            return Err(WriteFailure::Refused(message.into()));
        }
        Ok(replies)
    }
}

/// Runs a statement about a number of rows, unless there are none. Returns `true` if it has changed each of them.
async fn execute(
    client: &ClientWrapper,
    sql: &'static str,
    count: usize,
    values: Values<'_>,
) -> Result<bool, WriteFailure> {
    if count == 0 {
        return Ok(true);
    }
    Ok(pool::execute(client, sql, &values).await? == count as u64)
}

/// Closes a connection that may still be in its transaction.
fn discard(object: Object) {
    drop(Object::take(object));
}

fn timed_out(limit: Duration) -> StoreError {
    let message = format!(
        "PostgreSQL did not answer within {} ms; check the load of the database",
        limit.as_millis()
    );
    StoreError::Unavailable(message)
}

/// Returns the replies of a transaction. What only the first command is at fault for rejects that command.
fn single_reply(
    written: Result<Replies, WriteFailure>,
    command: Option<&PostgresCommand>,
) -> Result<Replies, StoreError> {
    match written {
        Ok(replies) => Ok(replies),
        Err(WriteFailure::Refused(message)) => Ok(vec![Err(match command {
            Some(PostgresCommand::AddChunk(..)) => StoreError::AlreadyExists(message),
            Some(PostgresCommand::Write(write)) => match &write.command {
                WriteCommand::Create(row) => StoreError::match_exists(&row.id),
                _ => StoreError::Unavailable(message),
            },
            _ => StoreError::Unavailable(message),
        })]),
        Err(WriteFailure::Rejected(error)) => Ok(vec![Err(error)]),
        Err(WriteFailure::Unavailable(error) | WriteFailure::Conflict(error)) => Err(error),
        Err(WriteFailure::LeaseLost) => Err(StoreError::LeaseLost),
    }
}
