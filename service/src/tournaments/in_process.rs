//! Matches between reproducible agents, played from start to end on a search thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use botwerk_agents::arena::{self, DecisionDriver, PendingDecision};
use botwerk_agents::{AgentSpec, Budget, PlannedMatch};
use botwerk_engine::record::{
    EventLine, Fingerprint, OutcomeLine, RecordHash, RunningFingerprint, StartOrigin,
};
use botwerk_engine::{ADJUDICATED, AnyGame, GameNotation, Seat};
use botwerk_tournament::configuration::Player;
use botwerk_tournament::{MatchResult, SeatStats, TurnTimes};

use super::attempt;
use super::match_source::MatchSource;
use super::tournament::Tournament;
use crate::error::Error;
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::store::{AttemptKey, Commit, MatchRow, ScoredAttempt, to_json};
use crate::work_guard::{fault_point, record_search, record_step};

/// A match to be played in-process.
#[derive(Clone, Copy)]
pub(super) struct InProcessMatch<'a> {
    pub(super) source: MatchSource<'a>,
    pub(super) block: u64,
    /// The entrant on each seat.
    pub(super) seats: &'a [usize],
    /// Set to abandon the match.
    pub(super) stop: &'a AtomicBool,
}

/// What was played of a match, without its place in a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlayedRecord {
    /// The starting position in the game's notation.
    pub(crate) start: String,
    pub(crate) origin: StartOrigin,
    /// The record's lines of the events, as JSON.
    pub(crate) events: Vec<String>,
    pub(crate) outcome: OutcomeLine,
    /// The fingerprint of the start and the events; `None` in a report until it is checked.
    pub(crate) fingerprint: Option<Fingerprint>,
    /// The statistics of each seat.
    pub(crate) seat_stats: Vec<SeatStats>,
}

/// A finished match to be stored.
#[derive(Debug)]
pub(super) struct FinishedMatchRow {
    pub(super) row: MatchRow,
    pub(super) commit: Commit,
    pub(super) result: MatchResult,
}

impl InProcessMatch<'_> {
    /// Plays the match. Returns `None` if it was abandoned.
    ///
    /// # Errors
    /// Returns an error if the configuration does not allow the match.
    pub(super) fn play(self) -> Result<Option<PlayedRecord>, Error> {
        let configuration = self.source.configuration;
        fault_point("start");
        let game = attempt::game(configuration)?;
        let (seed, start) = self.source.start(&game, self.block)?;
        let specs: Vec<AgentSpec> = self
            .seats
            .iter()
            .filter_map(|entrant| match &configuration.entrants[*entrant].player {
                Player::Agent(text) => text.parse().ok(),
                Player::Bot(_) | Player::Command(_) | Player::Stdio(_) => None,
            })
            .collect();
        let mut driver = MeasuringDriver {
            nodes: configuration.time_control.budget_nodes,
            stop: self.stop,
            turn_times: vec![TurnTimes::default(); specs.len()],
        };
        let planned = PlannedMatch {
            game: &game,
            start: &start.state,
            seed,
            adjudication: configuration.adjudication,
            agents: &specs,
        };
        let (lines, played) = planned.play(&mut driver)?;
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        fault_point("end");
        let seat_stats = played
            .faults
            .iter()
            .enumerate()
            .map(|(seat, fault)| SeatStats {
                termination: fault.as_ref().map(arena::SeatFault::termination),
                illegal_submissions: u32::from(matches!(fault, Some(arena::SeatFault::Illegal(_)))),
                unparsable_submissions: 0,
                turn_times: std::mem::take(&mut driver.turn_times[seat]),
            })
            .collect();
        let start_text = game.format_position(&start.state);
        let mut fingerprint = RunningFingerprint::new(&start_text);
        let json = |line: &EventLine| {
            fingerprint.add(line);
            to_json(line)
        };
        Ok(Some(PlayedRecord {
            events: lines.iter().map(json).collect(),
            start: start_text,
            origin: start.origin,
            outcome: played.outcome_line(),
            fingerprint: Some(fingerprint.finish()),
            seat_stats,
        }))
    }
}

impl PlayedRecord {
    /// Returns `true` if another play of the match has the same start, events and outcome; its times may differ.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (&self.start, self.origin) == (&other.start, other.origin)
            && self.events == other.events
            && self.outcome == other.outcome
    }

    /// Returns the match with this id as it is stored.
    ///
    /// # Errors
    /// Returns an error if its set-up cannot be encoded.
    pub(super) fn into_row(
        self,
        id: MatchId,
        tournament: &Tournament,
        game: &AnyGame,
        block: u64,
        seats: &[usize],
        key: AttemptKey,
    ) -> Result<FinishedMatchRow, Error> {
        let result = MatchResult {
            seats: seats.to_vec(),
            places: self.outcome.places.clone(),
            is_rated: true,
            is_voided: false,
            is_adjudicated: self.outcome.outcome == ADJUDICATED,
            fingerprint: self.fingerprint,
            seat_stats: self.seat_stats,
        };
        let plan = tournament.plan_from(block, seats, key.clone(), self.start, self.origin);
        let (row, header) = plan.build_row(game, id)?;
        let mut hash = RecordHash::of_lines(&to_json(&header), &self.events);
        fault_point("record");
        hash.append(&to_json(&self.outcome));
        let commit = Commit {
            events: self.events,
            outcome: Some(self.outcome),
            head: Some(hash.head()),
            scored: Some(ScoredAttempt {
                attempt: key,
                result: result.clone(),
            }),
            ..Commit::new(row.id.clone(), 0, MatchState::Over)
        };
        Ok(FinishedMatchRow {
            row,
            commit,
            result,
        })
    }
}

/// Limits and measures the decisions of a match.
struct MeasuringDriver<'a> {
    nodes: Option<u64>,
    stop: &'a AtomicBool,
    turn_times: Vec<TurnTimes>,
}

impl DecisionDriver for MeasuringDriver<'_> {
    fn decide(&mut self, seat: Seat, decision: &mut dyn PendingDecision) {
        let should_stop = || self.stop.load(Ordering::Relaxed);
        // Without a choice the match ends at once; its result is dropped.
        if should_stop() {
            return;
        }
        let budget = Budget {
            nodes: self.nodes,
            should_stop: &should_stop,
            ..Budget::UNLIMITED
        };
        let started = Instant::now();
        fault_point("apply");
        record_search();
        let search = AssertUnwindSafe(|| {
            fault_point("search");
            decision.search(&budget);
        });
        // An agent that has crashed has no choice.
        let _ = catch_unwind(search);
        record_step();
        self.turn_times[seat.index()].add(started.elapsed().as_nanos() as u64);
    }
}
