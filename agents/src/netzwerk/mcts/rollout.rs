//! Roll-outs: a few turns played fast, and the judgement of where they lead.

use arrayvec::ArrayVec;
use botwerk_engine::Generator;
use botwerk_engine::netzwerk::{Action, MAX_ROBOTS, Phase, Point, Position, RobotPhases, Rules};

use super::share;
use crate::netzwerk::standing::{Standing, WIN};

/// The most actions of a robot phase: three directions for each robot, and its end.
const MAX_ACTIONS: usize = 3 * MAX_ROBOTS + 1;

/// How often an action of each kind is drawn, compared with the others.
const CAPTURE: u64 = 6;
const FORWARD: u64 = 4;
const SIDEWAYS: u64 = 1;
const END: u64 = 2;

/// Turns that are drawn for one of a roll-out, which is the best of them.
const DRAWN_TURNS: usize = 2;

/// What it is worth to have the move, in hundredths of a robot: about half of what a turn gains.
const TEMPO: i32 = 60;

/// Plays positions on.
pub(super) struct Rollouts<'a> {
    rules: &'a Rules,
    /// Whole turns of a roll-out, after the one that it begins in.
    turns: u32,
    generator: Generator,
    phases: RobotPhases,
}

impl<'a> Rollouts<'a> {
    pub(super) fn new(rules: &'a Rules, turns: u32, generator: Generator) -> Self {
        Self {
            rules,
            turns,
            generator,
            phases: RobotPhases::new(),
        }
    }

    /// White's win share after a roll-out from a position that is not settled.
    pub(super) fn run(&mut self, mut position: Position) -> f64 {
        let begun = u32::from(!position.is_start_of_turn());
        for _ in 0..self.turns.saturating_add(begun) {
            position = self.played_turn(&position);
            if let Some(share) = self.settled(&position, false) {
                return share;
            }
        }
        let value = Standing::value_of(self.rules, &position) + TEMPO;
        share::for_side(position.side(), share::of_value(value))
    }

    /// White's win share if the match is over, or its side to move wins by robots in this turn.
    pub(super) fn settled(&mut self, position: &Position, repeated: bool) -> Option<f64> {
        if let Some(end) = self.rules.end(position, repeated) {
            return Some(share::of_end(end));
        }
        let wins = position.is_start_of_turn() && self.phases.win(self.rules, position).is_some();
        wins.then(|| share::of_win(position.side()))
    }

    /// The position after the best of some drawn turns.
    fn played_turn(&mut self, position: &Position) -> Position {
        let side = position.side();
        let drawn: [Position; DRAWN_TURNS] = std::array::from_fn(|_| {
            let mut drawn = *position;
            self.play_drawn_turn(&mut drawn);
            drawn
        });
        let value = |after: &Position| match self.rules.end(after, false) {
            None => -Standing::value_of(self.rules, after),
            Some(end) => end
                .winner
                .map_or(0, |winner| if winner == side { WIN } else { -WIN }),
        };
        drawn.into_iter().max_by_key(value).unwrap_or(*position)
    }

    /// Plays the present turn to its end, or to that of the match.
    fn play_drawn_turn(&mut self, position: &mut Position) {
        while position.phase() == Phase::Robots {
            let Some(action) = self.drawn(position) else {
                return;
            };
            self.rules.play(position, action);
            if self.rules.decided(position).is_some() {
                return;
            }
        }
        let standing = Standing::of(self.rules, position.robots_of_both(), position.side());
        for (from, to) in standing.improving_moves(self.rules, position, &mut 0) {
            self.rules.play(position, Action::Battery { from, to });
        }
        self.rules.play(position, Action::EndTurn);
    }

    /// An action of the robot phase.
    fn drawn(&mut self, position: &Position) -> Option<Action> {
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
        let mut drawn = self.generator.below(total);
        let action = actions.iter().find(|(_, weight)| {
            let found = drawn < *weight;
            drawn = drawn.saturating_sub(*weight);
            found
        });
        action.map(|(action, _)| *action)
    }
}

fn weight(action: Action) -> u64 {
    match action {
        Action::Robot { captures: true, .. } => CAPTURE,
        Action::Robot { from, to, .. } if from.rank() != to.rank() => FORWARD,
        Action::Robot { .. } => SIDEWAYS,
        _ => END,
    }
}
