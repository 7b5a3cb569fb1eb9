//! Adds results to a stored league without its players, for measurements of a long history.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use botwerk_engine::{AnyGame, RootSeed, StableRng};
use botwerk_tournament::configuration::{Configuration, Entrant, Player};
use botwerk_tournament::format::{Batch, Matchup, Pairing};
use botwerk_tournament::{MatchResult, NextStep, Progress};
use tokio::task::JoinHandle;

use super::attempt;
use super::in_process::{FinishedMatchRow, InProcessMatch, PlayedRecord};
use super::match_source::MatchSource;
use super::openings::OpeningCache;
use super::result_sums::{RESULTS_PER_PAGE, ResultSums, read_sums};
use super::status::TournamentStatus;
use super::tournament::Tournament;
use crate::error::{Error, Reason};
use crate::ids::{MatchId, TournamentId};
use crate::store::{
    AttemptKey, Durability, LeagueRoundRow, PendingWrite, SqliteStore, StoreError,
    TournamentAdditions, TournamentChange, TournamentStore, WriteCommand, WriteStore, to_json,
};
use crate::tournament_state::TournamentState;

/// Maximum number of blocks of a round, as a league pairs it.
const MAX_BLOCKS: usize = 256;

/// Shortest time between two checkpoints, and the number of times that one takes after which the next is saved, as by a
/// director.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(5);
const CHECKPOINT_SHARE: u32 = 100;

/// Time after a rejected write.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// Writes that are rejected one after the other before an injection ends.
const MAX_REJECTED: u32 = 2_000;

/// Adds results to a league in a file that no server has open. Its matches are stored as a server stores those that it
/// plays in-process: by the writer of the store, each as one commit with its record, set-up, result and players, and with
/// the rounds and checkpoints of the league. Their records are of matches that agents have played by the rules; only who
/// sat there is replaced, and rounds are paired at random.
pub struct LeagueInjector {
    store: SqliteStore,
    tournament: Tournament,
    status: TournamentStatus,
    progress: Progress,
    results: ResultSums,
    game: AnyGame,
    plays: Vec<PlayedRecord>,
    /// The attempts of pairings whose former ones have no result.
    attempts: BTreeMap<u64, u32>,
    rng: StableRng,
    /// The checkpoint that is being saved.
    saving: Option<JoinHandle<Result<(), StoreError>>>,
    saved_at: Instant,
    save_time: Duration,
}

impl std::fmt::Debug for LeagueInjector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LeagueInjector").finish_non_exhaustive()
    }
}

/// Results that are to be added.
#[derive(Debug, Clone)]
pub struct Injection {
    /// Number of matches.
    pub matches: u64,
    /// Maximum number of matches that are being written.
    pub in_flight: usize,
    /// When the first and the last of them end, in microseconds since 1970.
    pub micros: (i64, i64),
    /// The names of the entrants that are not paired.
    pub absent: BTreeSet<String>,
}

/// What has come of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InjectedResult {
    /// The result of this pairing is stored, and was acknowledged after this time.
    Stored(u64, Duration),
    /// The write was rejected and is tried again.
    Rejected,
}

/// A match that is being written.
struct WrittenMatch {
    pairing: Pairing,
    result: MatchResult,
    started: Instant,
    write: PendingWrite,
}

impl LeagueInjector {
    /// Opens a file and one of its leagues, given by its name, and plays the matches whose records are used.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened or a server has it open, if the tournament is no league of a game
    /// whose matches all have the same start, or if a match of it is in progress.
    pub async fn open(
        file: &Path,
        durability: Durability,
        name: &str,
        plays: u64,
        seed: &str,
    ) -> Result<Self, Error> {
        let store = SqliteStore::open(file, durability)?;
        let id = TournamentId::from_name(name)?;
        let (tournament, stored) = Tournament::read(store.tournament(&id).await?)?;
        let configuration = &tournament.configuration;
        if !configuration.format.is_league() || !configuration.has_fixed_start() {
            let message = "name: expected a league whose matches all have the same start";
            return Err(Error::new(Reason::BadRequest, message));
        }
        let rounds = tournament.read_rounds(&store).await?;
        let mut progress = tournament.progress(&stored.status, rounds)?;
        let results = read_sums(&store, &tournament, &stored.status, Some(&mut progress)).await?;
        let mut attempts = BTreeMap::new();
        for row in store
            .open_attempts(&id, 0..u64::MAX, RESULTS_PER_PAGE)
            .await?
        {
            if row.played.is_some_and(|played| !played.state.has_ended()) {
                let message =
                    "a match is in progress; start a server, pause the league and wait for its end";
                return Err(Error::new(Reason::BadRequest, message));
            }
            attempts.insert(row.pairing, row.attempt + 1);
        }
        Ok(Self {
            game: attempt::game(configuration)?,
            plays: play(configuration, &tournament, plays)?,
            rng: RootSeed::from_text(seed).rng(),
            status: stored.status,
            store,
            tournament,
            progress,
            results,
            attempts,
            saving: None,
            saved_at: Instant::now(),
            save_time: Duration::ZERO,
        })
    }

    /// Returns the number of results, and the first pairing that has none.
    pub fn results(&self) -> (u64, u64) {
        let counted = &self.results.counted;
        (counted.len(), counted.first_missing(0))
    }

    /// Adds results; reports each write in the order of the pairings.
    ///
    /// # Errors
    /// Returns an error if fewer than two entrants are left, or the store rejects writes for long.
    pub async fn inject(
        &mut self,
        injection: &Injection,
        mut report: impl FnMut(InjectedResult),
    ) -> Result<(), Error> {
        let mut writing: VecDeque<WrittenMatch> = VecDeque::new();
        let (mut added, mut rejected) = (0, 0);
        while added < injection.matches || !writing.is_empty() {
            let has_room = writing.len() < injection.in_flight.max(1);
            let next = if added < injection.matches && has_room {
                self.progress.next_step()
            } else {
                None
            };
            if let Some(NextStep::Play(pairing) | NextStep::Forfeit(pairing, _)) = next {
                writing.push_back(self.write(pairing, injection, added)?);
                added += 1;
                continue;
            }
            let Some(one) = writing.pop_front() else {
                self.add_round(injection).await?;
                continue;
            };
            let written = one.write.await;
            let elapsed = one.started.elapsed();
            match written {
                Ok(()) => {
                    rejected = 0;
                    self.count(&one.pairing, &one.result);
                    report(InjectedResult::Stored(one.pairing.index, elapsed));
                    self.save_checkpoint_if_due().await;
                }
                Err(error) => {
                    rejected += 1;
                    if rejected > MAX_REJECTED {
                        return Err(error.into());
                    }
                    report(InjectedResult::Rejected);
                    tokio::time::sleep(RETRY_DELAY).await;
                    writing.push_front(self.write(one.pairing, injection, added)?);
                }
            }
        }
        Ok(())
    }

    /// Saves the sums of all results and closes the file.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub async fn close(mut self) -> Result<(), Error> {
        Ok(self.save_checkpoint().await?)
    }

    /// Starts to write a match that ends after a number of others of the injection.
    fn write(
        &mut self,
        pairing: Pairing,
        injection: &Injection,
        number: u64,
    ) -> Result<WrittenMatch, Error> {
        let (from, until) = injection.micros;
        let share = number as f64 / injection.matches.max(1) as f64;
        let ended = from.saturating_add((until.saturating_sub(from) as f64 * share) as i64);
        let play = self.rng.below(self.plays.len() as u64) as usize;
        let key = AttemptKey {
            tournament: self.tournament.id.clone(),
            pairing: pairing.index,
            attempt: self.attempts.get(&pairing.index).copied().unwrap_or(1),
        };
        let FinishedMatchRow {
            mut row,
            mut commit,
            result,
        } = self.plays[play].clone().into_row(
            MatchId::created_at(ended),
            &self.tournament,
            &self.game,
            pairing.block,
            &pairing.seats,
            key,
        )?;
        row.created_micros = ended;
        commit.ended_micros = Some(ended);
        Ok(WrittenMatch {
            pairing,
            result,
            started: Instant::now(),
            write: self.store.write(WriteCommand::InsertFinished(row, commit)),
        })
    }

    fn count(&mut self, pairing: &Pairing, result: &MatchResult) {
        if self.results.count(pairing.index, result, None) {
            self.results.record_failures(result);
            self.progress.add(pairing.index, result);
        }
    }

    /// Pairs and stores a round.
    async fn add_round(&mut self, injection: &Injection) -> Result<(), Error> {
        let entrants = self.tournament.configuration.entrants.iter().enumerate();
        let mut available: Vec<usize> = entrants
            .filter(|(entrant, one)| {
                !self.status.has_withdrawn(*entrant) && !injection.absent.contains(&one.name)
            })
            .map(|(entrant, _)| entrant)
            .collect();
        self.rng.shuffle(&mut available);
        let seats = self.tournament.configuration.seats;
        let blocks: Vec<Vec<usize>> = available
            .chunks_exact(seats)
            .take(MAX_BLOCKS)
            .map(<[usize]>::to_vec)
            .collect();
        if blocks.is_empty() || !self.progress.is_round_due() {
            let message =
                "no round can be paired: too few entrants are left, or matches have no result";
            return Err(Error::new(Reason::BadRequest, message));
        }
        let round = self.progress.next_batch_index() as u32;
        let matches = blocks.len() as u64 * self.tournament.configuration.matches_per_block();
        let mut calendar = self.status.league.unwrap_or_default();
        calendar.add_round(matches, injection.micros.0);
        self.status.league = Some(calendar);
        self.status.matches = self.progress.match_count() + matches;
        let matchup = |entrants| Matchup { round, entrants };
        let batch = Batch {
            matchups: blocks.iter().cloned().map(matchup).collect(),
            cycles: 1,
            byes: Vec::new(),
        };
        let row = LeagueRoundRow {
            round,
            paired_micros: injection.micros.0,
            blocks: blocks.into(),
        };
        let mut tries = 0;
        loop {
            let change = TournamentChange {
                id: self.tournament.id.clone(),
                state: TournamentState::Running,
                status: to_json(&self.status),
                additions: TournamentAdditions {
                    round: Some(row.clone()),
                    ..TournamentAdditions::default()
                },
            };
            let Err(error) = self
                .store
                .write(WriteCommand::ChangeTournament(change))
                .await
            else {
                break;
            };
            tries += 1;
            if tries > MAX_REJECTED {
                return Err(error.into());
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
        self.progress.add_round(batch);
        Ok(())
    }

    async fn save_checkpoint_if_due(&mut self) {
        let is_saved = self.saving.as_ref().is_none_or(JoinHandle::is_finished);
        if let Some(saving) = self.saving.take_if(|_| is_saved) {
            // A disk that is full delays it.
            let _ = saving.await;
            (self.saved_at, self.save_time) = (Instant::now(), self.saved_at.elapsed());
        }
        let interval = CHECKPOINT_INTERVAL.max(self.save_time * CHECKPOINT_SHARE);
        if is_saved && self.saved_at.elapsed() >= interval {
            self.saved_at = Instant::now();
            self.saving = Some(tokio::spawn(self.save_checkpoint()));
        }
    }

    /// Starts to save a checkpoint. Commits wait for it no longer than on a server.
    fn save_checkpoint(&mut self) -> PendingWrite {
        let id = &self.tournament.id;
        let row = self.results.checkpoint(id, &self.status, &self.progress);
        self.store.write(WriteCommand::SaveCheckpoint(row))
    }
}

/// Plays matches between agents that choose at random.
fn play(
    configuration: &Configuration,
    tournament: &Tournament,
    plays: u64,
) -> Result<Vec<PlayedRecord>, Error> {
    let agent = |seat: usize| Entrant::new(seat.to_string(), Player::Agent("random".into()));
    let configuration = Configuration {
        entrants: (0..configuration.seats).map(agent).collect(),
        ..configuration.clone()
    };
    let seats: Vec<usize> = (0..configuration.seats).collect();
    let openings = OpeningCache::default();
    let source = MatchSource {
        configuration: &configuration,
        seeds: tournament.seeds,
        openings: &openings,
    };
    let mut played = Vec::new();
    for block in 0..plays.max(1) {
        let stop = &AtomicBool::new(false);
        let one = InProcessMatch {
            source,
            block,
            seats: &seats,
            stop,
        };
        played.extend(one.play()?);
    }
    Ok(played)
}
