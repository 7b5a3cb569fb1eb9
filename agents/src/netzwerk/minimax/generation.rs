//! Turns worth searching, the most promising first.

use botwerk_engine::netzwerk::{Action, Fields, Phase, Position, RobotPhases, Rules, Squares};

use super::battery_phases::BatteryPhases;
use super::battery_plans::{Aim, FieldWorth};
use super::evaluation::Evaluation;
use super::node_count::Stopped;
use super::score::{DRAW, WIN, clamped};
use super::turn::{BatteryMoves, Turn, battery_phase_with};
use super::weights::Weights;
use super::width::Scope;

/// A turn to search.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) turn: Turn,
    /// What it is worth without looking ahead, for the side whose turn it is.
    pub(super) value: i32,
}

/// The squares of both sides' robots after the robot phase, and what they are worth with the
/// batteries where they are.
pub(super) type Board = (i32, [Squares; 2]);

/// Hears how many boards and turns more were looked at; an error ends the generation.
pub(super) type Count<'a> = dyn FnMut(u64) -> Result<(), Stopped> + 'a;

/// What no turn is worth.
pub(super) const NEVER_ENOUGH: i32 = i32::MAX;

/// Generates turns. Its memory is used again.
#[derive(Debug)]
pub(super) struct Generation<'a> {
    rules: &'a Rules,
    pub(super) evaluation: Evaluation<'a>,
    phases: RobotPhases,
    boards: Vec<Board>,
    battery_phases: BatteryPhases,
}

impl<'a> Generation<'a> {
    pub(super) fn new(weights: &'a Weights, rules: &'a Rules) -> Self {
        Self {
            rules,
            evaluation: Evaluation::new(weights, rules),
            phases: RobotPhases::new(),
            boards: Vec::new(),
            battery_phases: BatteryPhases::default(),
        }
    }

    /// Turns from a position in which the match is not over, best first by their value, and
    /// whether there are no others. Turns that lose at once (NW-23) are among them only if
    /// everything is wanted or there are no others.
    ///
    /// Ends early, with what there is, at a turn that is worth `enough`, and with nothing when
    /// `count`, which hears of all boards and turns looked at, says so.
    pub(super) fn candidates(
        &mut self,
        position: &Position,
        scope: Scope,
        enough: i32,
        candidates: &mut Vec<Candidate>,
        count: &mut Count<'_>,
    ) -> Result<bool, Stopped> {
        candidates.clear();
        let mut has_all = self.list_boards(position, scope, enough, candidates, count)?;
        let boards = std::mem::take(&mut self.boards);
        let turns = scope.turns / boards.len().max(1);
        let listed = self.turns_over(position, &boards, turns, enough, candidates, count);
        self.boards = boards;
        has_all &= listed?;
        sort(candidates);
        has_all &= candidates.len() <= scope.searched;
        candidates.truncate(scope.searched);
        Ok(has_all)
    }

    /// Adds about so many turns over each of these boards, ends early after a board with one that
    /// is worth `enough`; `true` if there are no others.
    pub(super) fn turns_over(
        &mut self,
        position: &Position,
        boards: &[Board],
        turns: usize,
        enough: i32,
        candidates: &mut Vec<Candidate>,
        count: &mut Count<'_>,
    ) -> Result<bool, Stopped> {
        let mut has_all = true;
        for board in boards {
            let known = candidates.len();
            has_all &= self.list_turns(position, *board, turns, enough, candidates);
            let new = &candidates[known..];
            count(new.len() as u64)?;
            if new.iter().any(|candidate| candidate.value >= enough) {
                return Ok(false);
            }
        }
        Ok(has_all)
    }

    /// Adds about so many turns over a board, fewer if one is worth `enough`; `true` if there are
    /// no others.
    fn list_turns(
        &mut self,
        position: &Position,
        (value, robots): Board,
        turns: usize,
        enough: i32,
        candidates: &mut Vec<Candidate>,
    ) -> bool {
        let rules = self.rules;
        let phase = battery_phase_with(rules, position, robots);
        let evaluation = &mut self.evaluation;
        let mut value_of =
            |batteries| value_after(evaluation, rules, with_batteries(phase, batteries));
        let phases = &mut self.battery_phases;
        phases.begin(&phase, value);
        let worth = FieldWorth::of(rules, &phase);
        let controlled = rules.controlled(&phase, phase.side());
        let movable = phase.batteries().difference(phase.moved());
        let movable = movable.intersection(controlled);
        for aim in Aim::ALL {
            let moves = worth.plan(rules, phase.batteries(), movable, aim);
            phases.add(moves, &mut value_of);
        }
        if phases.different().all(|state| state.value < enough) {
            phases.grow(rules, controlled, turns, &mut value_of);
        }
        candidates.extend(phases.different().map(|state| Candidate {
            turn: Turn {
                robots,
                batteries: state.batteries,
                moves: state.moves.clone(),
            },
            value: state.value,
        }));
        phases.has_all()
    }

    /// The boards that were listed last, the best first.
    pub(super) fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// Lists the boards after the robot phase, the best first, those that decide the match as
    /// candidates of their own; `true` if there are no others. Ends early at a board that is worth
    /// `enough`.
    pub(super) fn list_boards(
        &mut self,
        position: &Position,
        scope: Scope,
        enough: i32,
        candidates: &mut Vec<Candidate>,
        count: &mut Count<'_>,
    ) -> Result<bool, Stopped> {
        let rules = self.rules;
        self.boards.clear();
        let evaluation = &mut self.evaluation;
        if position.phase() == Phase::Batteries {
            let value = value_after(evaluation, rules, *position);
            self.boards.push((value, position.robots_of_both()));
            return Ok(true);
        }
        let value = |robots| value_after_robots(evaluation, rules, position, robots);
        let mut counted = Ok(());
        let mut has_all = self
            .phases
            .best(rules, position, scope.states, value, |board| {
                counted = count(1);
                counted.is_err() || board.end.is_none() && board.value >= enough
            });
        counted?;
        let mut lost = None;
        for result in self.phases.results() {
            let Some(end) = result.end else {
                self.boards.push((result.value, result.robots));
                continue;
            };
            let wins = end.winner == Some(position.side());
            let decided = Candidate {
                turn: Turn {
                    robots: result.robots,
                    batteries: position.batteries(),
                    moves: BatteryMoves::new(),
                },
                value: if wins { WIN } else { -WIN },
            };
            if wins || scope == Scope::EVERYTHING {
                candidates.push(decided);
            } else {
                lost = Some(decided);
            }
        }
        let best_first = |(value, robots): &Board| (-value, *robots);
        if self.boards.len() > scope.boards {
            self.boards
                .select_nth_unstable_by_key(scope.boards - 1, best_first);
            self.boards.truncate(scope.boards);
            has_all = false;
        }
        self.boards.sort_unstable_by_key(best_first);
        if self.boards.is_empty() && candidates.is_empty() {
            candidates.extend(lost);
        }
        Ok(has_all)
    }
}

/// Puts the best candidates first; equals keep their order.
pub(super) fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by_cached_key(|candidate| -candidate.value);
}

/// The battery phase with its batteries moved to other fields.
fn with_batteries(phase: Position, batteries: Fields) -> Position {
    let turned = Position::at_start_of_turn(phase.robots_of_both(), batteries, phase.side());
    turned.with_quiet(phase.quiet()).with_turns(phase.turns())
}

/// What a board after the robot phase is worth for the side that has moved there, with the
/// batteries where they are.
pub(super) fn value_after_robots(
    evaluation: &mut Evaluation<'_>,
    rules: &Rules,
    position: &Position,
    robots: [Squares; 2],
) -> i32 {
    let phase = battery_phase_with(rules, position, robots);
    value_after(evaluation, rules, phase)
}

/// What a turn is worth for the side that makes it, without looking ahead.
pub(super) fn value_after_turn(
    evaluation: &mut Evaluation<'_>,
    rules: &Rules,
    position: &Position,
    turn: &Turn,
) -> i32 {
    let phase = turn.battery_phase(rules, position);
    value_after(evaluation, rules, with_batteries(phase, turn.batteries))
}

/// What the position is worth for the side to move once it has ended its turn there.
fn value_after(evaluation: &mut Evaluation<'_>, rules: &Rules, end_of_turn: Position) -> i32 {
    let mut after = end_of_turn;
    rules.play(&mut after, Action::EndTurn);
    match rules.end(&after, false) {
        Some(end) if end.winner == Some(end_of_turn.side()) => WIN,
        Some(end) if end.winner.is_some() => -WIN,
        Some(_) => DRAW,
        None => -clamped(evaluation.of(&after)),
    }
}
