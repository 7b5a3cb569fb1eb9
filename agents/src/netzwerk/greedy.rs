//! The player that takes the turn after which it stands best.

use botwerk_engine::Options;
use botwerk_engine::netzwerk::{
    Action, Netzwerk, Phase, Position, RobotPhases, RobotResult, Rules,
};

use super::occurrences::Occurrences;
use super::standing::{BatteryMoves, Standing, WIN};
use super::winning_turn::winning_turn;
use crate::agent::{Agent, Budget, Choice, Request};
use crate::roster::{AgentInfo, Entry};

/// Boards that are looked at between two questions whether to stop.
const BOARDS_AT_ONCE: usize = 32;

/// Looks at every board that the robot phase leads to. On each it moves the battery that gains
/// most, again and again while something is gained. It does not look at the opponent's answer.
#[derive(Debug)]
struct Greedy;

/// The roster entry.
pub(super) const fn entry() -> Entry<Netzwerk> {
    Entry {
        info: AgentInfo {
            name: "greedy",
            about: "takes the turn after which it stands best and does not look ahead",
            settings: &[],
        },
        make: |_: &Options| Box::new(Greedy),
    }
}

impl Agent<Netzwerk> for Greedy {
    fn decide(
        &mut self,
        request: &Request<'_, Netzwerk>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        let rules = request.game.rules();
        let position = request.view.state().position();
        let mut phases = RobotPhases::new();
        if let Some(choice) = winning_turn(rules, &mut phases, position) {
            return choice;
        }
        let mut look = Look {
            rules,
            position,
            occurrences: Occurrences::of(request),
            positions: 0,
        };
        if position.phase() == Phase::Batteries {
            let (value, moves) = look.best_batteries(*position);
            return choice(ended(Vec::new(), &moves), value, look.positions);
        }
        phases.all(rules, position);
        let mut generator = request.generator();
        let (mut best, mut equals) = (None::<Turn<'_>>, 0);
        for (number, result) in phases.results().iter().enumerate() {
            let asks = number % BOARDS_AT_ONCE == BOARDS_AT_ONCE - 1;
            if asks && budget.is_spent(look.positions) {
                break;
            }
            let turn = look.turn(result);
            let gained = best.as_ref().map_or(1, |best| turn.value - best.value);
            equals = if gained > 0 {
                1
            } else {
                equals + u64::from(gained == 0)
            };
            if gained > 0 || (gained == 0 && generator.below(equals) == 0) {
                best = Some(turn);
            }
        }
        match best {
            Some(turn) => choice(turn.actions(&phases), turn.value, look.positions),
            None => choice(Vec::new(), 0, look.positions),
        }
    }
}

fn choice(actions: Vec<Action>, value: i32, positions: u64) -> Choice<Action> {
    let mut choice = Choice::new(actions.clone(), positions.max(1));
    choice.value = Some(i64::from(value));
    choice.principal_variation = actions;
    choice
}

/// A turn that may be chosen.
struct Turn<'a> {
    result: &'a RobotResult,
    moves: BatteryMoves,
    value: i32,
}

impl Turn<'_> {
    fn actions(&self, phases: &RobotPhases) -> Vec<Action> {
        let mut actions = phases.actions(self.result).to_vec();
        if self.result.end.is_none() {
            actions.push(Action::EndRobots);
            actions = ended(actions, &self.moves);
        }
        actions
    }
}

/// Adds a battery phase.
fn ended(mut actions: Vec<Action>, moves: &BatteryMoves) -> Vec<Action> {
    let moves = moves.iter();
    actions.extend(moves.map(|&(from, to)| Action::Battery { from, to }));
    actions.push(Action::EndTurn);
    actions
}

/// A look at the turns of a position.
struct Look<'a> {
    rules: &'a Rules,
    position: &'a Position,
    occurrences: Occurrences,
    /// Positions looked at so far.
    positions: u64,
}

impl Look<'_> {
    /// The turn with the best battery moves after a robot phase.
    fn turn<'a>(&mut self, result: &'a RobotResult) -> Turn<'a> {
        let (value, moves) = match result.end {
            Some(end) => {
                self.positions += 1;
                let won = end.winner == Some(self.position.side());
                (if won { WIN } else { -WIN }, BatteryMoves::new())
            }
            None => self.best_batteries(self.rules.after_robots(self.position, result.robots)),
        };
        Turn {
            result,
            moves,
            value,
        }
    }

    /// Moves that gain most one after the other, from a position in the battery phase, and what
    /// the turn is worth with them.
    fn best_batteries(&mut self, position: Position) -> (i32, BatteryMoves) {
        let standing = Standing::of(self.rules, position.robots_of_both(), position.side());
        self.positions += 1;
        let moves = standing.improving_moves(self.rules, &position, &mut self.positions);
        let mut after = position;
        for &(from, to) in &moves {
            self.rules.play(&mut after, Action::Battery { from, to });
        }
        self.rules.play(&mut after, Action::EndTurn);
        let repeated = self.occurrences.would_draw(&after);
        let value = match self.rules.end(&after, repeated).map(|end| end.winner) {
            None => standing.with(after.batteries()),
            Some(None) => 0,
            Some(Some(winner)) if winner == position.side() => WIN,
            Some(Some(_)) => -WIN,
        };
        (value, moves)
    }
}
