//! The alpha-beta search as an agent.

use std::cell::Cell;
use std::sync::Arc;

use botwerk_engine::netzwerk::{Action, Netzwerk, PhaseLimits, Position, RobotPhases, Rules};
use botwerk_engine::{OptionKind, OptionSpec, Options};

use super::abdada::ActiveTurns;
use super::escape::{allows_a_win, find_escape};
use super::evaluator::{Knowledge, Net};
use super::generation::{value_after_robots, value_after_turn};
use super::keys::occurrences;
use super::misjudgement::Misjudgement;
use super::root::{IterativeDeepening, SearchResult};
use super::search_context::SearchContext;
use super::skill::{SKILLS, Skill};
use super::soon::Soon;
use super::transposition_table::TranspositionTable;
use super::width::SearchWidth;
use crate::agent::{Agent, Budget, Choice, DecisionRequest, Enforcement};
use crate::level::{level, level_setting};
use crate::limits::time_setting;
use crate::netzwerk::static_evaluation::{any_turn, win_states, winning_turn};
use crate::roster::{AgentEntry, AgentInfo};

static SETTINGS: [OptionSpec; 8] = [
    time_setting("NW-5"),
    level_setting("NW-5"),
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
        name: "evaluator",
        rule: "NW-5",
        kind: OptionKind::Choice(&["net", "linear"]),
        default: "net",
        help: "What judges positions: a neural net on the printed board, or a sum over features, as on other boards",
    },
];

/// Node limit of a decision without any other limit.
const DEFAULT_NODES: u64 = 200_000;

/// An agent that searches by alpha-beta.
#[derive(Debug)]
pub(super) struct Minimax {
    skill: Option<Skill>,
    nodes: u64,
    depth: u32,
    threads: usize,
    width: SearchWidth,
    knowledge: Knowledge,
    table_bytes: usize,
    /// The table, from the first search on: many agents can be created that never search.
    table: Option<TranspositionTable>,
}

/// Returns the roster entry.
pub(in crate::netzwerk) const fn entry() -> AgentEntry<Netzwerk> {
    AgentEntry {
        info: AgentInfo {
            name: "minimax",
            version: 2,
            description: "alpha-beta search over complete turns; looks for a win in one turn first",
            value_unit: "hundredths of a robot, near 30000 for a win",
            settings: &SETTINGS,
        },
        make: |settings| Box::new(Minimax::new(settings)),
    }
}

/// Creates the agent with another net and this number of nodes per decision, for those who train nets.
pub fn agent_with_net(net: Arc<Net>, nodes: u64) -> Box<dyn Agent<Netzwerk>> {
    let nodes = [("nodes", nodes.to_string())];
    let settings = Options::resolve(&SETTINGS, nodes).expect("any number of nodes is valid");
    let agent = Minimax::new(&settings);
    Box::new(Minimax {
        knowledge: Knowledge::Net(net),
        ..agent
    })
}

impl Minimax {
    fn new(settings: &Options) -> Self {
        let number = |name| settings.number(name);
        Self {
            skill: level(settings, &SKILLS),
            nodes: number("nodes"),
            depth: number("depth") as u32,
            threads: number("threads") as usize,
            width: match number("width") {
                0 => SearchWidth::Exhaustive,
                percent => SearchWidth::Percent(percent as u32),
            },
            knowledge: knowledge(settings),
            table_bytes: (number("table") as usize) << 20,
            table: None,
        }
    }

    /// Returns the maximum number of nodes; a decision with a depth limit has no default limit.
    fn node_limit(&self, budget: &Budget<'_>) -> u64 {
        let is_limited = self.depth > 0 || budget.depth.is_some();
        let default = if is_limited { u64::MAX } else { DEFAULT_NODES };
        let limit = budget.node_limit(self.nodes, default);
        self.skill.map_or(limit, |skill| limit.min(skill.nodes))
    }

    /// Returns the maximum number of states of a turn in which a win is looked for.
    fn win_states(&self) -> usize {
        self.skill.map_or(usize::MAX, |skill| skill.win_states)
    }

    fn depth_limit(&self, budget: &Budget<'_>) -> u32 {
        let setting = (self.depth > 0).then_some(self.depth);
        let limits = [setting, budget.depth].into_iter().flatten();
        limits.min().unwrap_or(u32::MAX).max(1)
    }
}

/// Returns what the settings judge positions by.
fn knowledge(settings: &Options) -> Knowledge {
    match settings.text("evaluator") {
        "linear" => Knowledge::Linear,
        _ => Knowledge::Net(Arc::clone(Net::standard())),
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
        let should_stop: &dyn Fn() -> bool = budget.should_stop;
        let mut phases = RobotPhases::new();
        let (node_limit, depth_limit) = (self.node_limit(budget), self.depth_limit(budget));
        let win_limits = PhaseLimits {
            states: win_states(node_limit, budget.enforcement).min(self.win_states()),
            should_stop,
            ..PhaseLimits::NONE
        };
        if let Some(choice) = winning_turn(rules, &mut phases, position, win_limits) {
            return choice;
        }
        let win_states = self.win_states();
        let error = self.skill.map_or(0, |skill| skill.error);
        let bytes = self.table_bytes;
        let table = self
            .table
            .get_or_insert_with(|| TranspositionTable::new(bytes));
        table.clear();
        let earlier = request.earlier_views.iter();
        let earlier = occurrences(earlier.map(|view| view.state().position()));
        let context = SearchContext {
            misjudgement: Misjudgement::of_seat(request, error),
            win_states,
            width: self.width,
            earlier: &earlier,
            should_stop: budget.should_stop,
            node_limit,
            enforcement: budget.enforcement,
            active_turns: ActiveTurns::new(self.threads),
            ..SearchContext::new(rules, &self.knowledge, table)
        };
        let mut report_result = |found: &SearchResult| {
            let choice = choice(rules, &mut phases, position, found, should_stop);
            if !choice.actions.is_empty() {
                report(&choice);
            }
        };
        let mut guard = Guard::new(&context, position);
        // A short search first guarantees a safe turn, if there is one, even if the search stops
        // early.
        let mut deepening = IterativeDeepening::new(&context, position);
        deepening.deepen_to(1, 1, &mut report_result);
        let safe = guard.safe(deepening.found());
        deepening.deepen_to(depth_limit, self.threads, &mut report_result);
        let found = deepening.found().filter(|found| guard.is_safe(found));
        let found = found.cloned().or(safe);
        // Its threads return the nodes that they have not used.
        drop(deepening);
        let nodes = context.nodes.into_inner().max(1);
        let found = found.map(|found| choice(rules, &mut phases, position, &found, should_stop));
        let mut choice = found
            .filter(|choice| !choice.actions.is_empty())
            .unwrap_or_else(|| Choice::new(any_turn(rules, position), nodes));
        choice.effort = nodes;
        choice
    }
}

/// Number of battery phases in which a safe turn is looked for whatever the node limit.
const MIN_ESCAPE_NODES: u64 = 1 << 16;

/// Ensures, where possible, that the opponent has no win by robots in its next turn.
struct Guard<'a> {
    context: &'a SearchContext<'a>,
    position: &'a Position,
    wins: RobotPhases,
}

impl<'a> Guard<'a> {
    fn new(context: &'a SearchContext<'a>, position: &'a Position) -> Self {
        Self {
            context,
            position,
            wins: RobotPhases::new(),
        }
    }

    fn win_states(&self) -> usize {
        let context = self.context;
        win_states(context.node_limit, context.enforcement).min(context.win_states)
    }

    fn is_safe(&mut self, found: &SearchResult) -> bool {
        let (rules, position) = (self.context.rules, self.position);
        let soon = Soon::new(self.context.should_stop);
        let limits = PhaseLimits {
            states: self.win_states(),
            should_stop: &|| soon.is_over(),
            ..PhaseLimits::NONE
        };
        let allows_a_win = |turn| allows_a_win(rules, &mut self.wins, position, turn, limits);
        found
            .line
            .first()
            .is_some_and(|turn| !{ allows_a_win }(turn))
    }

    /// Returns the result if it is safe, else another safe turn, else the result. The search for that turn takes
    /// nodes of the choice.
    fn safe(&mut self, found: Option<&SearchResult>) -> Option<SearchResult> {
        if found.is_some_and(|found| self.is_safe(found)) {
            return found.cloned();
        }
        let (context, position) = (self.context, self.position);
        let rules = context.rules;
        let mut evaluation = context.evaluator();
        let board_value = |robots| value_after_robots(evaluation.as_mut(), rules, position, robots);
        let escape = find_escape(rules, position, board_value, &self.escape_end());
        let escape = escape.map(|turn| SearchResult {
            score: value_after_turn(evaluation.as_mut(), rules, position, &turn),
            line: vec![turn],
            depth: 1,
            nodes: found.map_or(0, |found| found.nodes),
        });
        escape.or_else(|| found.cloned())
    }

    /// Returns the function that takes a node for each step of the search for a safe turn, and returns `true` once
    /// that must end.
    fn escape_end(&self) -> impl Fn() -> bool + use<'a> {
        let context = self.context;
        let steps = Cell::new(0);
        move || {
            let is_exhausted = match context.enforcement {
                Enforcement::Exact => {
                    steps.set(steps.get() + 1);
                    context.take(1) == 0 && steps.get() > MIN_ESCAPE_NODES
                }
                Enforcement::Sparse => false,
            };
            is_exhausted || (context.should_stop)()
        }
    }
}

/// Converts a search result into a choice.
fn choice(
    rules: &Rules,
    phases: &mut RobotPhases,
    position: &Position,
    found: &SearchResult,
    should_stop: &dyn Fn() -> bool,
) -> Choice<Action> {
    let mut position = *position;
    let mut actions = Vec::new();
    let mut variation = Vec::new();
    for (number, turn) in found.line.iter().enumerate() {
        let Some(turn_actions) = turn.actions(rules, phases, &position, should_stop) else {
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
