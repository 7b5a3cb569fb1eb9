//! An agent that plays the turn with the best static evaluation.

use botwerk_engine::Options;
use botwerk_engine::netzwerk::{
    Action, Netzwerk, Phase, PhaseLimits, Position, RobotPhaseResult, RobotPhases, Rules,
};

use super::repetition::DrawingRepetitions;
use super::static_evaluation::{
    BatteryMoves, StaticEvaluation, WIN, any_turn, win_states, winning_turn,
};
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::node_meter::NodeMeter;
use crate::roster::{AgentEntry, AgentInfo};

/// Number of boards evaluated between two checks whether to stop.
const BOARDS_PER_CHECK: usize = 32;

/// Evaluates every board that the robot phase leads to. On each board it repeatedly plays the
/// battery move with the largest gain, while there is one. It ignores the opponent's answer.
#[derive(Debug)]
struct Greedy;

/// Returns the roster entry.
pub(super) const fn entry() -> AgentEntry<Netzwerk> {
    AgentEntry {
        info: AgentInfo {
            name: "greedy",
            version: 1,
            description: "plays the turn with the best static evaluation, without search",
            value_unit: "hundredths of a robot",
            settings: &[],
        },
        make: |_: &Options| Box::new(Greedy),
    }
}

impl Agent<Netzwerk> for Greedy {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, Netzwerk>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        let rules = request.game.rules();
        let position = request.view.state().position();
        let mut phases = RobotPhases::new();
        let node_limit = budget.nodes.unwrap_or(u64::MAX);
        let mut meter = NodeMeter::new(budget, node_limit);
        let limits = PhaseLimits {
            states: win_states(node_limit, budget.enforcement),
            should_stop: &|| meter.should_stop(),
            ..PhaseLimits::NONE
        };
        let win = winning_turn(rules, &mut phases, position, limits);
        if let Some(choice) = win {
            return choice;
        }
        // Every board takes a node at least.
        let boards = usize::try_from(meter.remaining()).unwrap_or(usize::MAX);
        if position.phase() == Phase::Robots {
            let limits = PhaseLimits {
                results: boards,
                should_stop: &|| meter.should_stop(),
                ..PhaseLimits::NONE
            };
            phases.all_within(rules, position, limits);
        }
        let mut evaluator = TurnEvaluator {
            rules,
            position,
            repetitions: DrawingRepetitions::from_request(request),
            meter: &mut meter,
        };
        if position.phase() == Phase::Batteries {
            let (value, moves) = evaluator.best_batteries(*position);
            return choice(with_battery_phase(Vec::new(), &moves), value, meter.nodes());
        }
        let mut rng = request.generator();
        let (mut best, mut ties) = (None::<Turn<'_>>, 0);
        for (number, result) in phases.results().iter().enumerate() {
            let is_check = number % BOARDS_PER_CHECK == BOARDS_PER_CHECK - 1;
            let has_ended = evaluator.meter.remaining() == 0;
            if best.is_some() && (has_ended || is_check && evaluator.meter.is_exhausted()) {
                break;
            }
            let turn = evaluator.turn(result);
            let gain = best.as_ref().map_or(1, |best| turn.value - best.value);
            ties = if gain > 0 {
                1
            } else {
                ties + u64::from(gain == 0)
            };
            if gain > 0 || (gain == 0 && rng.below(ties) == 0) {
                best = Some(turn);
            }
        }
        match best {
            Some(turn) => choice(turn.actions(&phases), turn.value, meter.nodes()),
            None => choice(any_turn(rules, position), 0, meter.nodes()),
        }
    }
}

fn choice(actions: Vec<Action>, value: i32, positions: u64) -> Choice<Action> {
    let mut choice = Choice::new(actions.clone(), positions.max(1));
    choice.value = Some(i64::from(value));
    choice.principal_variation = actions;
    choice
}

/// A turn with its value.
struct Turn<'a> {
    result: &'a RobotPhaseResult,
    moves: BatteryMoves,
    value: i32,
}

impl Turn<'_> {
    fn actions(&self, phases: &RobotPhases) -> Vec<Action> {
        let mut actions = phases.actions(self.result).to_vec();
        if self.result.end.is_none() {
            actions.push(Action::EndRobots);
            actions = with_battery_phase(actions, &self.moves);
        }
        actions
    }
}

/// Appends a battery phase.
fn with_battery_phase(mut actions: Vec<Action>, moves: &BatteryMoves) -> Vec<Action> {
    let moves = moves.iter();
    actions.extend(moves.map(|&(from, to)| Action::Battery { from, to }));
    actions.push(Action::EndTurn);
    actions
}

/// Evaluates the turns of a position.
struct TurnEvaluator<'a, 'm> {
    rules: &'a Rules,
    position: &'a Position,
    repetitions: DrawingRepetitions,
    /// Every position that is evaluated takes a node.
    meter: &'a mut NodeMeter<'m>,
}

impl TurnEvaluator<'_, '_> {
    /// Returns the turn with the best battery moves after a robot phase.
    fn turn<'a>(&mut self, result: &'a RobotPhaseResult) -> Turn<'a> {
        let (value, moves) = match result.end {
            Some(end) => {
                self.meter.take_one();
                let has_won = end.winner == Some(self.position.side());
                (if has_won { WIN } else { -WIN }, BatteryMoves::new())
            }
            None => self.best_batteries(self.rules.after_robots(self.position, result.robots)),
        };
        Turn {
            result,
            moves,
            value,
        }
    }

    /// Returns the value of the turn with the battery moves of the largest gain, chosen one after
    /// the other from a position in the battery phase, and these moves.
    fn best_batteries(&mut self, position: Position) -> (i32, BatteryMoves) {
        let evaluation =
            StaticEvaluation::from_robots(self.rules, position.robots_of_both(), position.side());
        self.meter.take_one();
        let meter = &mut *self.meter;
        let moves = evaluation.improving_moves(self.rules, &position, &mut || meter.take_one());
        let mut after = position;
        for &(from, to) in &moves {
            self.rules.play(&mut after, Action::Battery { from, to });
        }
        self.rules.play(&mut after, Action::EndTurn);
        let is_draw = self.repetitions.would_draw(&after);
        let value = match self.rules.end(&after, is_draw).map(|end| end.winner) {
            None => evaluation.with_batteries(after.batteries()),
            Some(None) => 0,
            Some(Some(winner)) if winner == position.side() => WIN,
            Some(Some(_)) => -WIN,
        };
        (value, moves)
    }
}
