//! The alpha-beta search as an agent.

use std::sync::atomic::{AtomicBool, AtomicU64};

use botwerk_engine::netzwerk::{Action, Netzwerk, Phase, Position, RobotPhases, Rules};
use botwerk_engine::{OptionKind, OptionSpec, Options};

use super::abdada::ActiveTurns;
use super::escape::{allows_a_win, find_escape};
use super::evaluation::Evaluation;
use super::generation::{value_after_robots, value_after_turn};
use super::keys::occurrences;
use super::root::{IterativeDeepening, SearchResult};
use super::search_context::SearchContext;
use super::transposition_table::TranspositionTable;
use super::weights::{FEATURES, Weights};
use super::width::SearchWidth;
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::limits::time_setting;
use crate::netzwerk::static_evaluation::winning_turn;
use crate::roster::{AgentEntry, AgentInfo};

static SETTINGS: [OptionSpec; 7] = [
    time_setting("NW-5"),
    OptionSpec {
        name: "nodes",
        rule: "NW-5",
        kind: OptionKind::Number {
            min: 0,
            max: 1_000_000_000_000,
        },
        default: "0",
        help: "Maximum number of positions searched per decision; 0 for no limit",
    },
    OptionSpec {
        name: "depth",
        rule: "NW-5",
        kind: OptionKind::Number { min: 0, max: 60 },
        default: "0",
        help: "Maximum search depth in turns; 0 for no limit",
    },
    OptionSpec {
        name: "threads",
        rule: "NW-5",
        kind: OptionKind::Number { min: 1, max: 16 },
        default: "1",
        help: "Number of search threads",
    },
    OptionSpec {
        name: "table",
        rule: "NW-5",
        kind: OptionKind::Number { min: 1, max: 256 },
        default: "16",
        help: "Size of the transposition table in megabytes",
    },
    OptionSpec {
        name: "width",
        rule: "NW-5",
        kind: OptionKind::Number {
            min: 0,
            max: 10_000,
        },
        default: "100",
        help: "Number of turns searched in a position, in per cent of the default; 0 for all turns, which is only feasible on small boards",
    },
    OptionSpec {
        name: WEIGHTS,
        rule: "NW-5",
        kind: OptionKind::Numbers { count: FEATURES },
        default: "standard",
        help: "Weights of the evaluation; on the command line also a file that `botwerk tune` wrote",
    },
];

/// The setting for the weights of the evaluation.
pub(in crate::netzwerk) const WEIGHTS: &str = "weights";

/// Node limit of a decision without any other limit.
const DEFAULT_NODES: u64 = 200_000;

/// An agent that searches by alpha-beta.
#[derive(Debug)]
pub(super) struct Minimax {
    nodes: u64,
    depth: u32,
    threads: usize,
    width: SearchWidth,
    weights: Weights,
    table: TranspositionTable,
}

/// Returns the roster entry.
pub(in crate::netzwerk) const fn entry() -> AgentEntry<Netzwerk> {
    AgentEntry {
        info: AgentInfo {
            name: "minimax",
            description: "alpha-beta search over complete turns; never misses a win in one turn",
            value_unit: "hundredths of a robot, near 30000 for a win",
            settings: &SETTINGS,
        },
        make: |settings| Box::new(Minimax::new(settings)),
    }
}

impl Minimax {
    fn new(settings: &Options) -> Self {
        let number = |name| settings.number(name);
        Self {
            nodes: number("nodes"),
            depth: number("depth") as u32,
            threads: number("threads") as usize,
            width: match number("width") {
                0 => SearchWidth::Exhaustive,
                percent => SearchWidth::Percent(percent as u32),
            },
            weights: settings
                .numbers(WEIGHTS)
                .and_then(|values| Weights::from_values(&values))
                .unwrap_or_else(|| Weights::tuned().clone()),
            table: TranspositionTable::new((number("table") as usize) << 20),
        }
    }

    /// Returns the maximum number of nodes; a decision with a depth limit has no default limit.
    fn node_limit(&self, budget: &Budget<'_>) -> u64 {
        let is_limited = self.depth > 0 || budget.depth.is_some();
        let default = if is_limited { u64::MAX } else { DEFAULT_NODES };
        budget.node_limit(self.nodes, default)
    }

    fn depth_limit(&self, budget: &Budget<'_>) -> u32 {
        let setting = (self.depth > 0).then_some(self.depth);
        let limits = [setting, budget.depth].into_iter().flatten();
        limits.min().unwrap_or(u32::MAX).max(1)
    }
}

impl Agent<Netzwerk> for Minimax {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, Netzwerk>,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        let rules = request.game.rules();
        let position = request.view.state().position();
        let mut phases = RobotPhases::new();
        if let Some(choice) = winning_turn(rules, &mut phases, position) {
            return choice;
        }
        self.table.clear();
        let earlier = request.earlier_views.iter();
        let earlier = occurrences(earlier.map(|view| view.state().position()));
        let context = SearchContext {
            rules,
            weights: &self.weights,
            table: &self.table,
            width: self.width,
            earlier: &earlier,
            should_stop: budget.should_stop,
            node_limit: self.node_limit(budget),
            nodes: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            active_turns: ActiveTurns::new(self.threads),
        };
        let mut report_result =
            |found: &SearchResult| report(&choice(rules, &mut phases, position, found));
        let depth_limit = self.depth_limit(budget);
        let mut guard = Guard::new(&self.weights, rules, position);
        // A short search first guarantees a safe turn, if there is one, even if the search stops
        // early.
        let mut deepening = IterativeDeepening::new(&context, position);
        deepening.deepen_to(1, 1, &mut report_result);
        let safe = guard.safe(deepening.found(), budget.should_stop);
        deepening.deepen_to(depth_limit, self.threads, &mut report_result);
        let found = deepening.found().filter(|found| guard.is_safe(found));
        let found = found.cloned().or(safe);
        let nodes = context.nodes.into_inner().max(1);
        let mut choice = match found {
            Some(found) => choice(rules, &mut phases, position, &found),
            None => Choice::new(any_turn(rules, position), nodes),
        };
        choice.effort = nodes;
        choice
    }
}

/// Ensures, where possible, that the opponent has no win by robots in its next turn.
struct Guard<'a> {
    weights: &'a Weights,
    rules: &'a Rules,
    position: &'a Position,
    wins: RobotPhases,
}

impl<'a> Guard<'a> {
    fn new(weights: &'a Weights, rules: &'a Rules, position: &'a Position) -> Self {
        Self {
            weights,
            rules,
            position,
            wins: RobotPhases::new(),
        }
    }

    fn is_safe(&mut self, found: &SearchResult) -> bool {
        let turn = found.line.first();
        turn.is_some_and(|turn| !allows_a_win(self.rules, &mut self.wins, self.position, turn))
    }

    /// Returns the result if it is safe, else another safe turn, else the result.
    fn safe(
        &mut self,
        found: Option<&SearchResult>,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<SearchResult> {
        if found.is_some_and(|found| self.is_safe(found)) {
            return found.cloned();
        }
        let (rules, position) = (self.rules, self.position);
        let mut evaluation = Evaluation::new(self.weights, rules);
        let board_value = |robots| value_after_robots(&mut evaluation, rules, position, robots);
        let escape = find_escape(rules, position, board_value, should_stop);
        let escape = escape.map(|turn| SearchResult {
            score: value_after_turn(&mut evaluation, rules, position, &turn),
            line: vec![turn],
            depth: 1,
            nodes: found.map_or(0, |found| found.nodes),
        });
        escape.or_else(|| found.cloned())
    }
}

/// Converts a search result into a choice.
fn choice(
    rules: &Rules,
    phases: &mut RobotPhases,
    position: &Position,
    found: &SearchResult,
) -> Choice<Action> {
    let mut position = *position;
    let mut actions = Vec::new();
    let mut variation = Vec::new();
    for (number, turn) in found.line.iter().enumerate() {
        let Some(turn_actions) = turn.actions(rules, phases, &position) else {
            break;
        };
        if number == 0 {
            actions.clone_from(&turn_actions);
        }
        variation.extend_from_slice(&turn_actions);
        if rules.decided_by(turn.robots, position.side()).is_some() {
            break;
        }
        position = turn.after(rules, &position);
    }
    let mut choice = Choice::new(actions, found.nodes);
    choice.value = Some(i64::from(found.score));
    choice.depth = found.depth;
    choice.principal_variation = variation;
    choice
}

/// Returns a legal turn, for a search that was stopped before it found one.
pub(super) fn any_turn(rules: &Rules, position: &Position) -> Vec<Action> {
    let mut phases = RobotPhases::new();
    if position.phase() == Phase::Batteries {
        return vec![Action::EndTurn];
    }
    let results = phases.all(rules, position).to_vec();
    let first = results.iter().find(|result| result.end.is_none());
    let Some(result) = first.or(results.first()) else {
        return Vec::new();
    };
    let mut actions = phases.actions(result).to_vec();
    if result.end.is_none() {
        actions.extend([Action::EndRobots, Action::EndTurn]);
    }
    actions
}
