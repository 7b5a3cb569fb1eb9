//! Generation of turns worth searching, the most promising first.

use botwerk_engine::netzwerk::{Action, Fields, Phase, Position, RobotPhases, Rules, Squares};

use super::battery_phases::BatteryPhases;
use super::battery_plans::{Aim, PlanValues};
use super::evaluator::Evaluator;
use super::score::{DRAW, WIN, clamp_static};
use super::search_context::{CountNodes, SearchStopped};
use super::turn::{BatteryMoves, Turn, battery_phase_with};
use super::width::GenerationLimits;

/// A turn to search.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) turn: Turn,
    /// Static value for the side whose turn it is.
    pub(super) value: i32,
}

/// A static value and the squares of both sides' robots after the robot phase; the value is that of
/// the board with unmoved batteries.
pub(super) type Board = (i32, [Squares; 2]);

/// A value that no turn reaches.
pub(super) const UNREACHABLE: i32 = i32::MAX;

/// Generates turns. Reuses its memory.
#[derive(Debug)]
pub(super) struct Generation<'a> {
    rules: &'a Rules,
    pub(super) evaluation: Box<dyn Evaluator + 'a>,
    phases: RobotPhases,
    boards: Vec<Board>,
    battery_phases: BatteryPhases,
}

impl<'a> Generation<'a> {
    pub(super) fn new(rules: &'a Rules, evaluation: Box<dyn Evaluator + 'a>) -> Self {
        Self {
            rules,
            evaluation,
            phases: RobotPhases::new(),
            boards: Vec::new(),
            battery_phases: BatteryPhases::default(),
        }
    }

    /// Collects turns from a position in which the match is not over, the best first by their
    /// value. Returns `true` if there are no others. Turns that lose at once (NW-23) are included
    /// only in an exhaustive search or if there are no others.
    ///
    /// Stops early, with the turns collected so far, at a turn with at least the value `enough`,
    /// and with an error if `count`, which receives the number of boards and turns examined,
    /// returns one.
    pub(super) fn candidates(
        &mut self,
        position: &Position,
        limits: GenerationLimits,
        enough: i32,
        candidates: &mut Vec<Candidate>,
        count: &mut CountNodes<'_>,
    ) -> Result<bool, SearchStopped> {
        candidates.clear();
        let mut has_all = self.list_boards(position, limits, enough, candidates, count)?;
        let boards = std::mem::take(&mut self.boards);
        let turns = limits.turns / boards.len().max(1);
        let result = self.add_turns(position, &boards, turns, enough, candidates, count);
        self.boards = boards;
        has_all &= result?;
        sort_candidates(candidates);
        has_all &= candidates.len() <= limits.searched;
        candidates.truncate(limits.searched);
        Ok(has_all)
    }

    /// Adds about `turns` turns on each of these boards; stops after a board with a turn of at
    /// least the value `enough`. Returns `true` if there are no others.
    pub(super) fn add_turns(
        &mut self,
        position: &Position,
        boards: &[Board],
        turns: usize,
        enough: i32,
        candidates: &mut Vec<Candidate>,
        count: &mut CountNodes<'_>,
    ) -> Result<bool, SearchStopped> {
        let mut has_all = true;
        let mut remaining = count(0)?;
        for board in boards {
            if remaining == 0 && !candidates.is_empty() {
                return Ok(false);
            }
            let count_before = candidates.len();
            let turns = turns.min(usize::try_from(remaining).unwrap_or(usize::MAX));
            has_all &=
                self.add_turns_on_board(position, *board, turns, enough, candidates, count)?;
            let new = &candidates[count_before..];
            remaining = count(new.len() as u64)?;
            if new.iter().any(|candidate| candidate.value >= enough) {
                return Ok(false);
            }
        }
        Ok(has_all)
    }

    /// Adds about `turns` turns on a board, fewer if one has at least the value `enough`. Returns
    /// `true` if there are no others.
    fn add_turns_on_board(
        &mut self,
        position: &Position,
        (value, robots): Board,
        turns: usize,
        enough: i32,
        candidates: &mut Vec<Candidate>,
        count: &mut CountNodes<'_>,
    ) -> Result<bool, SearchStopped> {
        let rules = self.rules;
        let phase = battery_phase_with(rules, position, robots);
        let evaluation = self.evaluation.as_mut();
        let mut value_of =
            |batteries| value_after(evaluation, rules, with_batteries(phase, batteries));
        let phases = &mut self.battery_phases;
        phases.restart(&phase, value);
        let plan_values = PlanValues::new(rules, &phase);
        let controlled = rules.controlled(&phase, phase.side());
        let movable = phase.batteries().difference(phase.moved());
        let movable = movable.intersection(controlled);
        for aim in Aim::ALL {
            let moves = plan_values.plan(rules, phase.batteries(), movable, aim);
            phases.add(moves, &mut value_of);
        }
        if phases.distinct().all(|state| state.value < enough) {
            phases.expand(rules, controlled, turns, &mut value_of, count)?;
        }
        candidates.extend(phases.distinct().map(|state| Candidate {
            turn: Turn {
                robots,
                batteries: state.batteries,
                moves: state.moves.clone(),
            },
            value: state.value,
        }));
        Ok(phases.has_all())
    }

    /// Returns the boards of the last generation, the best first.
    pub(super) fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// Collects the boards after the robot phase, the best first; those that decide the match
    /// become candidates. Returns `true` if there are no others. Stops early at a board with at
    /// least the value `enough`.
    pub(super) fn list_boards(
        &mut self,
        position: &Position,
        limits: GenerationLimits,
        enough: i32,
        candidates: &mut Vec<Candidate>,
        count: &mut CountNodes<'_>,
    ) -> Result<bool, SearchStopped> {
        let rules = self.rules;
        self.boards.clear();
        let evaluation = self.evaluation.as_mut();
        if position.phase() == Phase::Batteries {
            let value = value_after(evaluation, rules, *position);
            self.boards.push((value, position.robots_of_both()));
            return Ok(true);
        }
        let value = |robots| value_after_robots(evaluation, rules, position, robots);
        let mut counted = Ok(0);
        let mut has_all = self
            .phases
            .best(rules, position, limits.states, value, |board| {
                counted = count(1);
                let can_go_on = counted.is_ok_and(|remaining| remaining > 0);
                !can_go_on || board.end.is_none() && board.value >= enough
            });
        counted?;
        let mut losing = None;
        for result in self.phases.results() {
            let Some(end) = result.end else {
                self.boards.push((result.value, result.robots));
                continue;
            };
            let is_win = end.winner == Some(position.side());
            let candidate = Candidate {
                turn: Turn {
                    robots: result.robots,
                    batteries: position.batteries(),
                    moves: BatteryMoves::new(),
                },
                value: if is_win { WIN } else { -WIN },
            };
            if is_win || limits == GenerationLimits::EVERYTHING {
                candidates.push(candidate);
            } else {
                losing = Some(candidate);
            }
        }
        let best_first = |(value, robots): &Board| (-value, *robots);
        if self.boards.len() > limits.boards {
            self.boards
                .select_nth_unstable_by_key(limits.boards - 1, best_first);
            self.boards.truncate(limits.boards);
            has_all = false;
        }
        self.boards.sort_unstable_by_key(best_first);
        if self.boards.is_empty() && candidates.is_empty() {
            candidates.extend(losing);
        }
        Ok(has_all)
    }
}

/// Sorts candidates by value, the best first; equal ones keep their order.
pub(super) fn sort_candidates(candidates: &mut [Candidate]) {
    candidates.sort_by_cached_key(|candidate| -candidate.value);
}

/// Returns the position of a battery phase with its batteries on other fields.
fn with_batteries(phase: Position, batteries: Fields) -> Position {
    let moved = Position::at_start_of_turn(phase.robots_of_both(), batteries, phase.side());
    moved.with_quiet(phase.quiet()).with_turns(phase.turns())
}

/// Returns the static value of a board after the robot phase for the side that has moved, with
/// unmoved batteries.
pub(super) fn value_after_robots(
    evaluation: &mut dyn Evaluator,
    rules: &Rules,
    position: &Position,
    robots: [Squares; 2],
) -> i32 {
    let phase = battery_phase_with(rules, position, robots);
    value_after(evaluation, rules, phase)
}

/// Returns the static value of a turn for the side that plays it.
pub(super) fn value_after_turn(
    evaluation: &mut dyn Evaluator,
    rules: &Rules,
    position: &Position,
    turn: &Turn,
) -> i32 {
    let phase = turn.battery_phase(rules, position);
    value_after(evaluation, rules, with_batteries(phase, turn.batteries))
}

/// Returns the static value of the position for the side to move if it ends its turn there.
fn value_after(evaluation: &mut dyn Evaluator, rules: &Rules, end_of_turn: Position) -> i32 {
    let mut after = end_of_turn;
    rules.play(&mut after, Action::EndTurn);
    match rules.end(&after, false) {
        Some(end) if end.winner == Some(end_of_turn.side()) => WIN,
        Some(end) if end.winner.is_some() => -WIN,
        Some(_) => DRAW,
        None => -clamp_static(evaluation.evaluate(&after)),
    }
}
