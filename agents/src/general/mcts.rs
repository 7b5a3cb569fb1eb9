//! Monte Carlo tree search for any game, with chance and with hidden information.
//!
//! Every seat has a tree of its own over what it sees (information set Monte Carlo tree search with a tree for each
//! observer: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012), with UCB1 over the actions
//! that were legal. Where something is hidden, each playout is one seat's: the position is drawn from what this seat
//! considers possible, and only its tree learns, so that no seat acts on what it cannot know (re-determinization: Goodman,
//! "Re-determinizing MCTS in Hanabi", 2019).

use botwerk_engine::{Actor, Game, OptionKind, OptionSpec, Options, Seat, StableRng, Turn, Viewer};

use super::outlook::{imagined, pick, playout};
use super::tree::{Branch, Tree};
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::level::{LEVELS, level, level_setting};
use crate::limits::time_setting;
use crate::node_meter::NodeMeter;
use crate::roster::{AgentEntry, AgentInfo};

static SETTINGS: [OptionSpec; 4] = [
    time_setting("search"),
    level_setting("search"),
    OptionSpec {
        name: "nodes",
        rule: "search",
        kind: OptionKind::Number {
            min: 0,
            max: 1_000_000_000_000,
        },
        default: "0",
        help: "Maximum number of playouts per decision; 0 for no limit",
    },
    OptionSpec {
        name: "exploration",
        rule: "search",
        kind: OptionKind::Number {
            min: 0,
            max: 10_000,
        },
        default: "70",
        help: "Exploration constant of UCB1, in hundredths",
    },
];

/// Playout limit of a decision without any other limit.
const DEFAULT_NODES: u64 = 2_000;

/// Number of playouts between two reports.
const NODES_PER_REPORT: u64 = 256;

/// Number of positions that are drawn to find out whether anything is hidden.
const DRAWS: usize = 4;

/// Maximum number of decisions and chance outcomes of a playout within the trees.
const MAX_DEPTH: usize = 400;

/// Playouts of each level.
static PLAYOUTS: [u64; LEVELS] = [4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048];

/// An agent that searches by Monte Carlo tree search.
#[derive(Debug)]
struct Mcts {
    nodes: u64,
    exploration: f32,
}

/// Returns the roster entry.
pub(super) const fn entry<G: Game>() -> AgentEntry<G> {
    AgentEntry {
        info: AgentInfo {
            name: "mcts",
            version: 2,
            description: "Monte Carlo tree search with random playouts, over what each seat sees",
            value_unit: "thousandths of a win",
            settings: &SETTINGS,
        },
        make: |settings| Box::new(Mcts::new(settings)),
    }
}

impl Mcts {
    fn new(settings: &Options) -> Self {
        Self {
            nodes: level(settings, &PLAYOUTS).unwrap_or(settings.number("nodes")),
            exploration: settings.number("exploration") as f32 / 100.0,
        }
    }
}

impl<G: Game> Agent<G> for Mcts {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, G>,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Choice<G::Action>),
    ) -> Choice<G::Action> {
        let actions = request.legal_actions();
        let limit = budget.node_limit(self.nodes, DEFAULT_NODES).max(1);
        let meter = NodeMeter::new(budget, limit);
        let mut search = Search::new(request, self.exploration);
        let mut reported = None;
        let mut nodes = 0;
        while actions.len() > 1 && nodes < limit && !meter.should_stop() {
            search.visit(nodes);
            nodes += 1;
            if nodes.is_multiple_of(NODES_PER_REPORT) {
                let best = search.best();
                let action = best.map(|branch| branch.action);
                if action != reported {
                    report(&choice(request, &actions, best, nodes));
                    reported = action;
                }
            }
        }
        choice(request, &actions, search.best(), nodes)
    }
}

fn choice<G: Game>(
    request: &DecisionRequest<'_, G>,
    actions: &[G::Action],
    best: Option<Branch>,
    nodes: u64,
) -> Choice<G::Action> {
    let found = best.and_then(|branch| request.game.action_from_number(branch.action));
    let action = found.or(actions.first().copied());
    let mut choice = Choice::new(action.into_iter().collect(), nodes.max(1));
    choice.principal_variation.clone_from(&choice.actions);
    choice.value = best
        .filter(|branch| branch.visits > 0)
        .map(|branch| (1000.0 * branch.reward / branch.visits as f32) as i64);
    choice
}

/// A search from one decision.
struct Search<'a, G: Game> {
    request: &'a DecisionRequest<'a, G>,
    exploration: f32,
    trees: Vec<Tree>,
    /// The hash of the view of the seat that decides.
    root: u64,
    has_hidden: bool,
    rng: StableRng,
}

impl<'a, G: Game> Search<'a, G> {
    fn new(request: &'a DecisionRequest<'a, G>, exploration: f32) -> Self {
        let game = request.game;
        let mut rng = request.generator();
        let state = game.sample_hidden(request.view, &mut rng);
        let mut has_hidden = false;
        for _ in 0..DRAWS {
            has_hidden |= game.sample_hidden(request.view, &mut rng) != state;
            for seat in Seat::all(game.seats()) {
                has_hidden |= imagined(game, &state, seat, &mut rng) != state;
            }
        }
        Self {
            request,
            exploration,
            trees: (0..game.seats()).map(|_| Tree::default()).collect(),
            root: game.view_hash(request.view),
            has_hidden,
            rng,
        }
    }

    /// Returns the branch of the decision that was chosen most often.
    fn best(&self) -> Option<Branch> {
        let branches = self.trees[self.request.seat.index()].branches(self.root);
        branches.iter().copied().max_by_key(|branch| branch.visits)
    }

    /// Plays one playout.
    fn visit(&mut self, number: u64) {
        let game = self.request.game;
        let mut state = game.sample_hidden(self.request.view, &mut self.rng);
        let mut learner = None;
        if self.has_hidden {
            let seat = self.learner(number);
            if seat != self.request.seat {
                state = imagined(game, &state, seat, &mut self.rng);
            }
            learner = Some(seat);
        }
        let mut path = Vec::new();
        let rewards = self.descend(state, learner, &mut path);
        for (seat, view, action) in path {
            self.trees[seat.index()].learn(view, action, rewards[seat.index()]);
        }
    }

    /// Returns the seat whose tree learns: the one that decides every second time, the others in turn.
    fn learner(&self, number: u64) -> Seat {
        let seats = self.request.game.seats() as u64;
        if number.is_multiple_of(2) || seats == 1 {
            return self.request.seat;
        }
        let offset = 1 + number / 2 % (seats - 1);
        let index = (self.request.seat.index() as u64 + offset) % seats;
        Seat::new(index as usize).unwrap_or(self.request.seat)
    }

    /// Follows the trees to a decision that the learner does not know, adds it, and plays on at random. Returns what the
    /// end is worth to each seat.
    fn descend(
        &mut self,
        mut state: G::State,
        learner: Option<Seat>,
        path: &mut Vec<(Seat, u64, u32)>,
    ) -> Vec<f32> {
        let game = self.request.game;
        let (mut actions, mut legal) = (Vec::new(), Vec::new());
        for _ in 0..MAX_DEPTH {
            let seat = match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance(_) => {
                    let outcome = game.sample_outcome(&state, &mut self.rng);
                    game.apply_unchecked(&mut state, Actor::Chance, outcome);
                    continue;
                }
                Turn::Decision(decision) => decision.seats.first(),
            };
            let Some(seat) = seat else { break };
            actions.clear();
            game.legal_actions(&state, Actor::Seat(seat), &mut actions);
            legal.clear();
            legal.extend(actions.iter().map(|action| game.action_number(*action)));
            let view = game.view_hash(&game.view(&state, Viewer::Seat(seat)));
            let learns = learner.is_none_or(|learner| learner == seat);
            let tree = &mut self.trees[seat.index()];
            let is_new = learns && !tree.knows(view);
            if is_new {
                tree.add(view);
            }
            let selected = tree.select(view, &legal, self.exploration, &mut self.rng);
            if let Some(number) = selected.filter(|_| learns) {
                path.push((seat, view, number));
            }
            let chosen = selected.and_then(|number| game.action_from_number(number));
            let Some(action) = chosen.or_else(|| pick(&actions, &mut self.rng)) else {
                break;
            };
            game.apply_unchecked(&mut state, Actor::Seat(seat), action);
            if is_new {
                break;
            }
        }
        playout(game, state, &mut self.rng)
    }
}
