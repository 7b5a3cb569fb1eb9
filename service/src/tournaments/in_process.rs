//! Matches between reproducible agents, played from start to end on a search thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use botwerk_agents::arena::{self, DecisionDriver};
use botwerk_agents::{Agent, AgentSpec, Budget, Choice, DecisionRequest, Roster};
use botwerk_engine::record::{EventLine, RecordHash};
use botwerk_engine::{ADJUDICATED, Game, Referee};
use botwerk_tournament::configuration::Player;
use botwerk_tournament::format::Pairing;
use botwerk_tournament::{MatchResult, SeatStats, TurnTimes};

use super::attempt;
use super::tournament::Tournament;
use crate::error::Error;
use crate::match_state::MatchState;
use crate::store::{AttemptKey, Commit, MatchRow, ScoredAttempt, to_json};

/// A match to be played in-process.
pub(super) struct InProcessMatch {
    pub(super) tournament: Arc<Tournament>,
    pub(super) pairing: Pairing,
    pub(super) key: AttemptKey,
    /// Set to abandon the match.
    pub(super) stop: Arc<AtomicBool>,
}

/// A finished match to be stored.
#[derive(Debug)]
pub(super) struct FinishedMatchRow {
    pub(super) row: MatchRow,
    pub(super) commit: Commit,
    pub(super) result: MatchResult,
}

impl InProcessMatch {
    /// Plays the match. Returns `None` if it was abandoned.
    ///
    /// # Errors
    /// Returns an error if the configuration does not allow the match.
    pub(super) fn play<G: Roster>(self) -> Result<Option<FinishedMatchRow>, Error> {
        let configuration = &self.tournament.configuration;
        let game: G = attempt::game(configuration)?;
        let plan = self
            .tournament
            .plan(&game, &self.pairing, self.key.clone())?;
        let specs: Vec<AgentSpec> = self
            .pairing
            .seats
            .iter()
            .filter_map(|entrant| match &configuration.entrants[*entrant].player {
                Player::Agent(text) => text.parse().ok(),
                Player::Bot(_) | Player::Command(_) | Player::Stdio(_) => None,
            })
            .collect();
        let mut agents = specs.iter().map(G::agent).collect::<Result<Vec<_>, _>>()?;
        let mut driver = MeasuringDriver {
            nodes: configuration.time_control.budget_nodes,
            stop: &self.stop,
            turn_times: vec![TurnTimes::default(); agents.len()],
        };
        let mut events = Vec::new();
        let start = plan.start.state.clone();
        let referee = Referee::from_position(game.clone(), plan.seed, start)
            .with_adjudication(configuration.adjudication);
        let played = arena::play_match(referee, plan.seed, &mut agents, &mut driver, &mut events);
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let seat_stats = played
            .faults
            .iter()
            .enumerate()
            .map(|(seat, fault)| SeatStats {
                termination: fault.as_ref().map(arena::SeatFault::termination),
                illegal_submissions: u32::from(matches!(fault, Some(arena::SeatFault::Illegal(_)))),
                turn_times: std::mem::take(&mut driver.turn_times[seat]),
            });
        let result = MatchResult {
            seats: self.pairing.seats.clone(),
            places: played.outcome.places.clone(),
            is_rated: true,
            is_voided: false,
            is_adjudicated: played.outcome.rule == ADJUDICATED,
            seat_stats: seat_stats.collect(),
        };
        let (row, header) = plan.build_row(&game)?;
        let line = |(seq, event)| to_json(&EventLine::new(&game, seq, event));
        let lines: Vec<String> = (1..).zip(&events).map(line).collect();
        let outcome = played.outcome_line();
        let mut hash = RecordHash::of_lines(&to_json(&header), &lines);
        hash.append(&to_json(&outcome));
        let commit = Commit {
            events: lines,
            outcome: Some(outcome),
            head: Some(hash.head()),
            scored: Some(ScoredAttempt {
                attempt: self.key,
                result: result.clone(),
            }),
            ..Commit::new(row.id.clone(), 0, MatchState::Over)
        };
        Ok(Some(FinishedMatchRow {
            row,
            commit,
            result,
        }))
    }
}

/// Limits and measures the decisions of a match.
struct MeasuringDriver<'a> {
    nodes: Option<u64>,
    stop: &'a AtomicBool,
    turn_times: Vec<TurnTimes>,
}

impl<G: Game> DecisionDriver<G> for MeasuringDriver<'_> {
    fn decide(
        &mut self,
        agent: &mut dyn Agent<G>,
        request: &DecisionRequest<'_, G>,
    ) -> Option<Choice<G::Action>> {
        let should_stop = || self.stop.load(Ordering::Relaxed);
        // Without a choice the match ends at once; its result is dropped.
        if should_stop() {
            return None;
        }
        let budget = Budget {
            nodes: self.nodes,
            should_stop: &should_stop,
            ..Budget::UNLIMITED
        };
        let started = Instant::now();
        let decide = AssertUnwindSafe(|| agent.decide(request, &budget, &mut |_| {}));
        let choice = catch_unwind(decide).ok();
        let seat = request.seat.index();
        self.turn_times[seat].add(started.elapsed().as_nanos() as u64);
        choice
    }
}
