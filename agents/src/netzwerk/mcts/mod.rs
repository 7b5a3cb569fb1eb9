//! Monte Carlo tree search over single actions.
//!
//! The search is UCT (Kocsis and Szepesvari, "Bandit based Monte-Carlo Planning", 2006) and uses
//! [`StaticEvaluation`](super::static_evaluation::StaticEvaluation) in three places. The value of its position counts as
//! some initial visits of a child (Gelly and Silver, "Combining online and offline knowledge in
//! UCT", 2007), playouts prefer forward moves and end after some turns, and the final position of a
//! playout is evaluated statically.
//!
//! Wins in one turn of the root position are searched first, within the node limit. In the tree and in playouts,
//! wins by robots (NW-19, NW-20) are also found exactly at the start of every turn; a win because no
//! robot can move (NW-21) is only found once a turn has led to it.

mod playout;
mod tree;
mod win_probability;

use botwerk_engine::netzwerk::{Action, Netzwerk, PhaseLimits, RobotPhases};
use botwerk_engine::{OptionKind, OptionSpec, Options};

use self::playout::TurnPlayouts;
use self::tree::{PrincipalVariation, Tree};
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::limits::time_setting;
use crate::netzwerk::repetition::DrawingRepetitions;
use crate::netzwerk::static_evaluation::{win_states, winning_turn};
use crate::node_meter::NodeMeter;
use crate::roster::{AgentEntry, AgentInfo};

static SETTINGS: [OptionSpec; 4] = [
    time_setting("NW-5"),
    OptionSpec {
        name: "nodes",
        rule: "NW-5",
        kind: OptionKind::Number {
            min: 0,
            max: 1_000_000_000_000,
        },
        default: "0",
        help: "Maximum number of playouts per decision; 0 for no limit",
    },
    OptionSpec {
        name: "exploration",
        rule: "NW-5",
        kind: OptionKind::Number {
            min: 0,
            max: 10_000,
        },
        default: "1",
        help: "Exploration constant of UCB1, in hundredths",
    },
    OptionSpec {
        name: "rollout_turns",
        rule: "NW-5",
        kind: OptionKind::Number { min: 0, max: 1_000 },
        default: "2",
        help: "Number of complete turns in a playout before its position is evaluated",
    },
];

/// Playout limit of a decision without any other limit.
const DEFAULT_NODES: u64 = 2_000;

/// Number of playouts between two reports.
const NODES_PER_REPORT: u64 = 256;

/// An agent that searches by Monte Carlo tree search.
#[derive(Debug)]
struct Mcts {
    nodes: u64,
    exploration: f64,
    rollout_turns: u32,
}

/// Returns the roster entry.
pub(super) const fn entry() -> AgentEntry<Netzwerk> {
    AgentEntry {
        info: AgentInfo {
            name: "mcts",
            version: 1,
            description: "Monte Carlo tree search over single actions; looks for a win in one turn first",
            value_unit: "hundredths of a robot",
            settings: &SETTINGS,
        },
        make: |settings| Box::new(Mcts::new(settings)),
    }
}

impl Mcts {
    fn new(settings: &Options) -> Self {
        Self {
            nodes: settings.number("nodes"),
            exploration: settings.number("exploration") as f64 / 100.0,
            rollout_turns: settings.number("rollout_turns") as u32,
        }
    }
}

impl Agent<Netzwerk> for Mcts {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, Netzwerk>,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        let rules = request.game.rules();
        let position = request.view.state().position();
        let limit = budget.node_limit(self.nodes, DEFAULT_NODES).max(1);
        let meter = NodeMeter::new(budget, limit);
        let should_stop = || meter.should_stop();
        let limits = PhaseLimits {
            states: win_states(limit, budget.enforcement),
            should_stop: &should_stop,
            ..PhaseLimits::NONE
        };
        let win = winning_turn(rules, &mut RobotPhases::new(), position, limits);
        if let Some(choice) = win {
            return choice;
        }
        let rng = request.generator();
        let playouts = TurnPlayouts::new(rules, self.rollout_turns, rng, &should_stop);
        let repetitions = DrawingRepetitions::from_request(request);
        let mut tree = Tree::new(rules, position, playouts, repetitions, self.exploration);
        let mut reported = Vec::new();
        let mut nodes = 0;
        while nodes < limit && !meter.should_stop() {
            tree.visit();
            nodes += 1;
            if nodes % NODES_PER_REPORT == 0 {
                let variation = tree.principal_variation();
                if variation.actions[..variation.turn] != reported {
                    report(&choice(&variation, nodes));
                    reported = variation.actions[..variation.turn].to_vec();
                }
            }
        }
        choice(&tree.principal_variation(), nodes)
    }
}

fn choice(variation: &PrincipalVariation, nodes: u64) -> Choice<Action> {
    let mut choice = Choice::new(variation.actions[..variation.turn].to_vec(), nodes.max(1));
    choice.value = Some(win_probability::to_value(variation.win_probability));
    choice.depth = variation.depth;
    choice.principal_variation.clone_from(&variation.actions);
    choice
}
