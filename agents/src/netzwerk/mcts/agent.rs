//! The search as a player.

use botwerk_engine::netzwerk::{Action, Netzwerk, RobotPhases};
use botwerk_engine::{OptionKind, OptionSpec, Options};

use super::rollout::Rollouts;
use super::share;
use super::tree::{Line, Tree};
use crate::agent::{Agent, Budget, Choice, Request};
use crate::limits::time_setting;
use crate::netzwerk::occurrences::Occurrences;
use crate::netzwerk::winning_turn::winning_turn;
use crate::roster::{AgentInfo, Entry};

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
        help: "The most roll-outs of a decision; 0 for no limit.",
    },
    OptionSpec {
        name: "exploration",
        rule: "NW-5",
        kind: OptionKind::Number {
            min: 0,
            max: 10_000,
        },
        default: "1",
        help: "The constant of UCB1 in hundredths: how much actions that were seldom tried are preferred.",
    },
    OptionSpec {
        name: "rollout_turns",
        rule: "NW-5",
        kind: OptionKind::Number { min: 0, max: 1_000 },
        default: "2",
        help: "Whole turns of a roll-out before its position is judged.",
    },
];

/// Roll-outs of a decision for which no limit is set at all.
const USUAL_NODES: u64 = 2_000;

/// Roll-outs after which the most visited turn is looked at.
const NODES_A_REPORT: u64 = 256;

/// Judges by roll-outs.
#[derive(Debug)]
struct Mcts {
    nodes: u64,
    exploration: f64,
    rollout_turns: u32,
}

/// The roster entry.
pub(in crate::netzwerk) const fn entry() -> Entry<Netzwerk> {
    Entry {
        info: AgentInfo {
            name: "mcts",
            about: "tries actions in roll-outs of a Monte-Carlo tree search; never misses a win in one turn",
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
        request: &Request<'_, Netzwerk>,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        let rules = request.game.rules();
        let position = request.view.state().position();
        if let Some(choice) = winning_turn(rules, &mut RobotPhases::new(), position) {
            return choice;
        }
        let rollouts = Rollouts::new(rules, self.rollout_turns, request.generator());
        let occurrences = Occurrences::of(request);
        let mut tree = Tree::new(rules, position, rollouts, occurrences, self.exploration);
        let limit = budget.node_limit(self.nodes, USUAL_NODES).max(1);
        let mut told = Vec::new();
        let mut nodes = 0;
        while nodes < limit && !(budget.should_stop)() {
            tree.visit();
            nodes += 1;
            if nodes % NODES_A_REPORT == 0 {
                let line = tree.line();
                if line.actions[..line.turn] != told {
                    report(&choice(&line, nodes));
                    told = line.actions[..line.turn].to_vec();
                }
            }
        }
        choice(&tree.line(), nodes)
    }
}

fn choice(line: &Line, nodes: u64) -> Choice<Action> {
    let mut choice = Choice::new(line.actions[..line.turn].to_vec(), nodes.max(1));
    choice.value = Some(share::value_of(line.share));
    choice.depth = line.depth;
    choice.principal_variation.clone_from(&line.actions);
    choice
}
