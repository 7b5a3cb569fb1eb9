//! Playouts: a few turns played fast, and the evaluation of the final position.

use arrayvec::ArrayVec;
use botwerk_engine::StableRng;
use botwerk_engine::netzwerk::{
    Action, MAX_ROBOTS, Phase, PhaseLimits, Point, Position, RobotPhases, Rules,
};

use super::win_probability;
use crate::netzwerk::static_evaluation::{StaticEvaluation, WIN};

/// Maximum number of actions in a robot phase: three directions for each robot, and its end.
const MAX_ACTIONS: usize = 3 * MAX_ROBOTS + 1;

/// Weight of a capture when an action is sampled.
const CAPTURE_WEIGHT: u64 = 6;
/// Weight of a move to another rank.
const FORWARD_WEIGHT: u64 = 4;
/// Weight of a move within a rank.
const SIDEWAYS_WEIGHT: u64 = 1;
/// Weight of ending the robot phase.
const END_WEIGHT: u64 = 2;

/// Number of sampled turns from which each turn of a playout is chosen.
const SAMPLED_TURNS: usize = 2;

/// Value of being to move, in hundredths of a robot: about half of what a turn gains.
const TEMPO: i32 = 60;

/// Runs playouts.
pub(super) struct TurnPlayouts<'a> {
    rules: &'a Rules,
    /// Number of complete turns in a playout, after the one in which it starts.
    turns: u32,
    rng: StableRng,
    /// Ends a playout early.
    should_stop: &'a dyn Fn() -> bool,
    phases: RobotPhases,
}

impl<'a> TurnPlayouts<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        turns: u32,
        rng: StableRng,
        should_stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            rules,
            turns,
            rng,
            should_stop,
            phases: RobotPhases::new(),
        }
    }

    /// Returns White's win probability after a playout from a position with no known value.
    pub(super) fn run(&mut self, mut position: Position) -> f64 {
        let current_turn = u32::from(!position.is_start_of_turn());
        for _ in 0..self.turns.saturating_add(current_turn) {
            if (self.should_stop)() {
                break;
            }
            position = self.after_best_turn(&position);
            if let Some(probability) = self.known_value(&position, false) {
                return probability;
            }
        }
        let value = StaticEvaluation::evaluate(self.rules, &position) + TEMPO;
        win_probability::for_side(position.side(), win_probability::from_value(value))
    }

    /// Returns White's win probability if the match is over or the side to move wins by robots in
    /// this turn.
    pub(super) fn known_value(&mut self, position: &Position, is_repeated: bool) -> Option<f64> {
        if let Some(end) = self.rules.end(position, is_repeated) {
            return Some(win_probability::from_end(end));
        }
        let limits = PhaseLimits {
            should_stop: self.should_stop,
            ..PhaseLimits::NONE
        };
        let mut finds_win = || {
            self.phases
                .win_within(self.rules, position, limits)
                .is_some()
        };
        let has_win = position.is_start_of_turn() && finds_win();
        has_win.then(|| win_probability::from_win(position.side()))
    }

    /// Returns the position after the best of several sampled turns.
    fn after_best_turn(&mut self, position: &Position) -> Position {
        let side = position.side();
        let sampled: [Position; SAMPLED_TURNS] = std::array::from_fn(|_| {
            let mut after = *position;
            self.play_random_turn(&mut after);
            after
        });
        let value = |after: &Position| match self.rules.end(after, false) {
            None => -StaticEvaluation::evaluate(self.rules, after),
            Some(end) => end
                .winner
                .map_or(0, |winner| if winner == side { WIN } else { -WIN }),
        };
        sampled.into_iter().max_by_key(value).unwrap_or(*position)
    }

    /// Plays the current turn to its end, or to the end of the match.
    fn play_random_turn(&mut self, position: &mut Position) {
        while position.phase() == Phase::Robots {
            let Some(action) = self.sample_action(position) else {
                return;
            };
            self.rules.play(position, action);
            if self.rules.decided(position).is_some() {
                return;
            }
        }
        let evaluation =
            StaticEvaluation::from_robots(self.rules, position.robots_of_both(), position.side());
        for (from, to) in evaluation.improving_moves(self.rules, position, &mut || true) {
            self.rules.play(position, Action::Battery { from, to });
        }
        self.rules.play(position, Action::EndTurn);
    }

    /// Samples an action of the robot phase.
    fn sample_action(&mut self, position: &Position) -> Option<Action> {
        let mut actions = ArrayVec::<(Action, u64), MAX_ACTIONS>::new();
        let mut total = 0;
        self.rules.each_action(position, |action| {
            let weight = weight(action);
            if actions.try_push((action, weight)).is_ok() {
                total += weight;
            }
        });
        if total == 0 {
            return None;
        }
        let mut remaining = self.rng.below(total);
        let action = actions.iter().find(|(_, weight)| {
            let is_sampled = remaining < *weight;
            remaining = remaining.saturating_sub(*weight);
            is_sampled
        });
        action.map(|(action, _)| *action)
    }
}

fn weight(action: Action) -> u64 {
    match action {
        Action::Robot { captures: true, .. } => CAPTURE_WEIGHT,
        Action::Robot { from, to, .. } if from.rank() != to.rank() => FORWARD_WEIGHT,
        Action::Robot { .. } => SIDEWAYS_WEIGHT,
        _ => END_WEIGHT,
    }
}
