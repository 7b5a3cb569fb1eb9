//! The rows that a batch of commands writes.

use std::collections::{BTreeMap, BTreeSet};

use super::chunk_cache::{LockedChunks, NewChunkColumns, chunk_key};
use super::columns::{
    AttemptColumns, CommitColumns, MatchChangeColumns, MatchColumns, MatchEnd, PlayerColumns,
};
use super::match_cache::{CachedMatch, MatchCache};
use super::postgres_command::{PostgresCommand, Written};
use super::tournament_cache::TournamentCache;
use super::worker_writes::WorkerPlayColumns;
use crate::ids::TournamentId;
use crate::match_state::MatchState;
use crate::store::chunk_rows::{ChunkProgress, pairing_of};
use crate::store::commit_content::CommitContent;
use crate::store::{
    AttemptKey, ChunkReport, Commit, MatchRow, ReportOutcome, ScoredAttempt, StoreError,
    WriteCommand, to_json,
};

type Planned = Result<(), StoreError>;

/// Which server directs the tournament of a result.
#[derive(Debug, Clone, Copy)]
enum Directed {
    /// This server.
    Here,
    /// This or another one: the lease of a chunk gives the right to add the result.
    Anywhere,
}

/// What changes in a match that is stored.
#[derive(Debug)]
struct MatchChange {
    state: MatchState,
    outcome: Option<String>,
    head: Option<String>,
    ended_micros: Option<i64>,
}

/// The rows that a batch of commands writes. Every command is planned in order, with the caches as they are after the
/// previous one, so that one statement for each table writes the rows of all commands.
#[derive(Debug, Default)]
pub(super) struct Batch<'a> {
    pub(super) matches: MatchColumns<'a>,
    pub(super) players: PlayerColumns<'a>,
    pub(super) commits: CommitColumns,
    pub(super) new_attempts: AttemptColumns,
    pub(super) scores: AttemptColumns,
    pub(super) new_chunks: NewChunkColumns,
    pub(super) worker_plays: WorkerPlayColumns<'a>,
    changes: BTreeMap<i64, MatchChange>,
}

/// The caches of a writer, and who it writes for.
pub(super) struct PlanContext<'c> {
    pub(super) epoch: i64,
    pub(super) matches: &'c mut MatchCache,
    pub(super) tournaments: &'c TournamentCache,
    pub(super) chunks: &'c mut LockedChunks,
}

/// Returns the ids of the stored matches that commands change.
pub(super) fn changed_matches(commands: &[PostgresCommand]) -> BTreeSet<&str> {
    let changed = commands.iter().filter_map(|command| match command {
        PostgresCommand::Write(write) => match &write.command {
            WriteCommand::Commit(commit) => Some(commit.id.as_str()),
            _ => None,
        },
        PostgresCommand::AddChunk(..) | PostgresCommand::Report(..) => None,
    });
    changed.collect()
}

/// Returns the number of matches that commands create.
pub(super) fn created_matches(commands: &[PostgresCommand]) -> usize {
    let created = |command: &PostgresCommand| match command {
        PostgresCommand::Write(write) => usize::from(matches!(
            &write.command,
            WriteCommand::Create(..)
                | WriteCommand::StartAttempt(..)
                | WriteCommand::InsertFinished(..)
        )),
        PostgresCommand::Report(report, _) => report.finished.len(),
        PostgresCommand::AddChunk(..) => 0,
    };
    commands.iter().map(created).sum()
}

/// Returns the chunks that commands report results of or add.
pub(super) fn changed_chunks(commands: &[PostgresCommand]) -> BTreeSet<(TournamentId, u64)> {
    let changed = commands.iter().filter_map(|command| match command {
        PostgresCommand::Report(report, _) => Some(chunk_key(&report.lease)),
        PostgresCommand::AddChunk(chunk, _) => {
            Some((chunk.tournament.clone(), chunk.first_pairing()))
        }
        PostgresCommand::Write(_) => None,
    });
    changed.collect()
}

/// Returns the ids of the tournaments that commands change.
pub(super) fn changed_tournaments(commands: &[PostgresCommand]) -> BTreeSet<&str> {
    let reported = commands.iter().filter_map(|command| match command {
        PostgresCommand::Report(report, _) => Some(report.lease.tournament.as_str()),
        PostgresCommand::Write(_) | PostgresCommand::AddChunk(..) => None,
    });
    let mut changed = directed_tournaments(commands);
    changed.extend(reported);
    changed
}

/// Returns the ids of the tournaments that this server must direct for commands to be written.
pub(super) fn directed_tournaments(commands: &[PostgresCommand]) -> BTreeSet<&str> {
    let directed = commands.iter().filter_map(|command| match command {
        PostgresCommand::Write(write) => changed_tournament(&write.command),
        PostgresCommand::AddChunk(chunk, _) => Some(chunk.tournament.as_str()),
        PostgresCommand::Report(..) => None,
    });
    directed.collect()
}

fn changed_tournament(command: &WriteCommand) -> Option<&str> {
    match command {
        WriteCommand::StartAttempt(_, attempt) => Some(attempt.tournament.as_str()),
        WriteCommand::Commit(commit) | WriteCommand::InsertFinished(_, commit) => {
            let scored = commit.scored.as_ref()?;
            Some(scored.attempt.tournament.as_str())
        }
        WriteCommand::Forfeit(scored) => Some(scored.attempt.tournament.as_str()),
        _ => None,
    }
}

impl<'a> Batch<'a> {
    /// Plans a command. A command that is rejected leaves nothing in the batch.
    pub(super) fn plan(
        &mut self,
        command: &'a PostgresCommand,
        context: &mut PlanContext<'_>,
    ) -> Result<Written, StoreError> {
        match command {
            PostgresCommand::Write(write) => self
                .plan_write(&write.command, context)
                .map(|()| Written::Done),
            PostgresCommand::Report(report, _) => {
                self.plan_report(report, context).map(Written::Reported)
            }
            PostgresCommand::AddChunk(chunk, _) => {
                let key = context
                    .tournaments
                    .owned_key(&chunk.tournament, context.epoch)?;
                self.new_chunks.push(key, chunk);
                Ok(Written::Done)
            }
        }
    }

    /// Plans the results of a report that are not stored yet.
    fn plan_report(
        &mut self,
        report: &'a ChunkReport,
        context: &mut PlanContext<'_>,
    ) -> Result<ReportOutcome, StoreError> {
        let key = chunk_key(&report.lease);
        let chunk = context.chunks.get(&key);
        let Some(chunk) = chunk.filter(|chunk| chunk.is_leased_by(&report.lease)) else {
            return Ok(ReportOutcome::Superseded);
        };
        let (tournament, matches) = (chunk.tournament_key, chunk.matches.clone());
        let mut progress = ChunkProgress::new(&matches, chunk.done);
        let mut repeated = Vec::new();
        for (row, commit) in &report.finished {
            match pairing_of(commit) {
                Some(pairing) if progress.mark(pairing) => {
                    self.insert_finished(row, commit, Directed::Anywhere, context)?;
                    if let Some(play) = &commit.played_by {
                        self.worker_plays.push(tournament, pairing, play);
                    }
                }
                Some(pairing) => repeated.push(pairing),
                None => {}
            }
        }
        for pairing in &report.failed {
            progress.mark(*pairing);
        }
        let (done, is_complete) = (progress.done, progress.is_complete());
        if let Some(chunk) = context.chunks.get_mut(&key) {
            (chunk.done, chunk.is_complete) = (done, is_complete);
        }
        Ok(ReportOutcome::Stored {
            repeated,
            is_complete,
        })
    }

    fn plan_write(&mut self, command: &'a WriteCommand, context: &mut PlanContext<'_>) -> Planned {
        match command {
            WriteCommand::Create(row) => self.create(row, context).map(drop),
            WriteCommand::Commit(commit) => self.append(commit, context),
            WriteCommand::StartAttempt(row, attempt) => {
                let tournament = context
                    .tournaments
                    .owned_key(&attempt.tournament, context.epoch)?;
                let key = self.create(row, context)?;
                let AttemptKey {
                    pairing, attempt, ..
                } = attempt;
                self.new_attempts
                    .push(tournament, *pairing, *attempt, Some(key), None);
                Ok(())
            }
            WriteCommand::InsertFinished(row, commit) => {
                self.insert_finished(row, commit, Directed::Here, context)
            }
            WriteCommand::Forfeit(scored) => {
                self.insert_scored(scored, None, Directed::Here, context)
            }
            _ => Ok(()),
        }
    }

    fn create(
        &mut self,
        row: &'a MatchRow,
        context: &mut PlanContext<'_>,
    ) -> Result<i64, StoreError> {
        if context.matches.get(row.id.as_str()).is_some() {
            return Err(StoreError::match_exists(&row.id));
        }
        let key = context.matches.next_key()?;
        let end = MatchEnd {
            state: row.state.number(),
            outcome: row.outcome.clone(),
            head: row.head.as_deref(),
            ended_micros: row.ended_micros,
        };
        self.matches.push(key, row, Some(context.epoch), end);
        self.players.push(row);
        let cached = CachedMatch {
            key,
            commits: 0,
            events: 0,
            state: row.state,
            owner: Some(context.epoch),
        };
        context.matches.insert(row.id.clone(), cached);
        Ok(key)
    }

    fn append(&mut self, commit: &'a Commit, context: &mut PlanContext<'_>) -> Planned {
        let Some(cached) = context.matches.get(commit.id.as_str()) else {
            return Err(StoreError::NotFound(commit.id.to_string()));
        };
        if cached.events != commit.expected_events {
            return Err(StoreError::Stale {
                id: commit.id.to_string(),
                expected: commit.expected_events,
                found: cached.events,
            });
        }
        if cached.owner != Some(context.epoch) {
            return Err(StoreError::LeaseLost);
        }
        if let Some(scored) = &commit.scored {
            self.score(scored, context)?;
        }
        self.push_commit(cached, commit)?;
        let has_ended = commit.outcome.is_some();
        if has_ended || cached.state != commit.state {
            self.change(cached.key, commit);
        }
        let appended = CachedMatch {
            commits: cached.commits + 1,
            events: cached.events + commit.events.len() as u64,
            state: commit.state,
            ..cached
        };
        context.matches.insert(commit.id.clone(), appended);
        Ok(())
    }

    fn change(&mut self, key: i64, commit: &Commit) {
        let change = MatchChange {
            state: commit.state,
            outcome: commit.outcome.as_ref().map(to_json),
            head: commit.head.clone(),
            ended_micros: commit.ended_micros,
        };
        // An outcome comes last: nothing follows it.
        self.changes.insert(key, change);
    }

    fn insert_finished(
        &mut self,
        row: &'a MatchRow,
        commit: &'a Commit,
        directed: Directed,
        context: &mut PlanContext<'_>,
    ) -> Planned {
        let key = context.matches.next_key()?;
        if let Some(scored) = &commit.scored {
            self.insert_scored(scored, Some(key), directed, context)?;
        }
        let end = MatchEnd {
            state: commit.state.number(),
            outcome: commit.outcome.as_ref().map(to_json),
            head: commit.head.as_deref(),
            ended_micros: commit.ended_micros,
        };
        self.matches.push(key, row, None, end);
        self.players.push(row);
        let new = CachedMatch {
            key,
            commits: 0,
            events: 0,
            state: commit.state,
            owner: None,
        };
        self.push_commit(new, commit)
    }

    fn push_commit(&mut self, cached: CachedMatch, commit: &Commit) -> Planned {
        let events = cached.events + commit.events.len() as u64;
        let content = CommitContent::new(commit)
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        self.commits
            .push(cached.key, cached.commits, events, content);
        Ok(())
    }

    /// Plans the result of an attempt that was started.
    fn score(&mut self, scored: &ScoredAttempt, context: &mut PlanContext<'_>) -> Planned {
        let ScoredAttempt { attempt, result } = scored;
        let key = context
            .tournaments
            .owned_key(&attempt.tournament, context.epoch)?;
        let AttemptKey {
            pairing, attempt, ..
        } = attempt;
        self.scores
            .push(key, *pairing, *attempt, None, Some(result));
        Ok(())
    }

    /// Plans an attempt together with its result.
    fn insert_scored(
        &mut self,
        scored: &ScoredAttempt,
        match_key: Option<i64>,
        directed: Directed,
        context: &mut PlanContext<'_>,
    ) -> Planned {
        let ScoredAttempt { attempt, result } = scored;
        let tournaments = &context.tournaments;
        let key = match directed {
            Directed::Here => tournaments.owned_key(&attempt.tournament, context.epoch)?,
            Directed::Anywhere => tournaments.key(&attempt.tournament)?,
        };
        let AttemptKey {
            pairing, attempt, ..
        } = attempt;
        self.new_attempts
            .push(key, *pairing, *attempt, match_key, Some(result));
        Ok(())
    }

    /// Returns the changes of matches that were stored before or in this batch.
    pub(super) fn match_changes(&self) -> MatchChangeColumns {
        let mut columns = MatchChangeColumns::default();
        for (key, change) in &self.changes {
            columns.push(
                *key,
                change.state.number(),
                change.outcome.clone(),
                change.head.clone(),
                change.ended_micros,
                change.state.has_ended(),
            );
        }
        columns
    }
}
