//! The search tree of single actions.

use botwerk_engine::netzwerk::{Action, Position, Rules};

use super::playout::TurnPlayouts;
use super::win_probability;
use crate::netzwerk::repetition::DrawingRepetitions;
use crate::netzwerk::static_evaluation::{StaticEvaluation, ending_action};

/// Maximum number of nodes, about 70 megabytes; a full tree is no longer extended.
const MAX_NODES: usize = 1 << 21;

/// Number of visits for which the static value of a node counts.
const PRIOR_VISITS: f64 = 2.0;

/// A position in the tree and the action that leads to it.
#[derive(Debug, Clone, Copy)]
struct Node {
    action: Action,
    visits: u32,
    /// Sum of White's win probabilities over all visits.
    sum: f64,
    /// Static gain of the action, as a win probability of the acting side.
    gain: f32,
    first_child: u32,
    children: u16,
    /// `true` if the value is known, so that visits end here.
    has_known_value: bool,
}

impl Node {
    const fn new(action: Action, gain: f32) -> Self {
        Self {
            action,
            visits: 0,
            sum: 0.0,
            gain,
            first_child: 0,
            children: 0,
            has_known_value: false,
        }
    }

    /// Returns White's mean win probability.
    fn win_probability(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

/// The principal variation: the most visited nodes.
#[derive(Debug, Clone)]
pub(super) struct PrincipalVariation {
    /// Actions of the current turn, then the expected ones.
    pub(super) actions: Vec<Action>,
    /// Number of actions that belong to the current turn.
    pub(super) turn: usize,
    /// Number of complete turns.
    pub(super) depth: u32,
    /// Win probability of the side to move.
    pub(super) win_probability: f64,
}

/// A search from one position.
pub(super) struct Tree<'a> {
    rules: &'a Rules,
    root: &'a Position,
    playouts: TurnPlayouts<'a>,
    repetitions: DrawingRepetitions,
    exploration: f64,
    nodes: Vec<Node>,
    /// Nodes of the current visit, from the root.
    path: Vec<u32>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        root: &'a Position,
        playouts: TurnPlayouts<'a>,
        repetitions: DrawingRepetitions,
        exploration: f64,
    ) -> Self {
        Self {
            rules,
            root,
            playouts,
            repetitions,
            exploration,
            nodes: vec![Node::new(Action::EndTurn, 0.0)],
            path: Vec::new(),
        }
    }

    /// Descends to a new node, runs a playout there and updates the path.
    pub(super) fn visit(&mut self) {
        let mut position = *self.root;
        let mut index = 0;
        self.path.clear();
        self.path.push(0);
        let probability = loop {
            let node = self.nodes[index];
            if node.has_known_value {
                break node.win_probability();
            }
            if node.children == 0 && !self.grow(index, &position) {
                break self.playouts.run(position);
            }
            index = self.select(index, &position);
            self.path.push(index as u32);
            self.rules.play(&mut position, self.nodes[index].action);
            if self.nodes[index].visits == 0 {
                break self.first_visit(index, &position);
            }
        };
        for node in &self.path {
            let node = &mut self.nodes[*node as usize];
            node.visits += 1;
            node.sum += probability;
        }
    }

    fn first_visit(&mut self, index: usize, position: &Position) -> f64 {
        let is_start = position.is_start_of_turn();
        let is_repeated = is_start && self.repetitions.would_draw(position);
        if let Some(probability) = self.playouts.known_value(position, is_repeated) {
            self.nodes[index].has_known_value = true;
            return probability;
        }
        self.playouts.run(*position)
    }

    /// Adds a node's children; returns `false` if the tree is full.
    fn grow(&mut self, index: usize, position: &Position) -> bool {
        let first = self.nodes.len();
        if first + MAX_CHILDREN > MAX_NODES {
            return false;
        }
        let (rules, nodes) = (self.rules, &mut self.nodes);
        let evaluation =
            StaticEvaluation::from_robots(rules, position.robots_of_both(), position.side());
        let value = evaluation.with_batteries(position.batteries());
        let before = win_probability::from_value(value);
        rules.each_action(position, |action| {
            let value_gain = match action {
                Action::Robot { .. } => {
                    let mut after = *position;
                    rules.play(&mut after, action);
                    StaticEvaluation::evaluate(rules, &after) - value
                }
                Action::Battery { from, to } => evaluation.field(to) - evaluation.field(from),
                _ => 0,
            };
            let gain = win_probability::from_value(value + value_gain) - before;
            nodes.push(Node::new(action, gain as f32));
        });
        let children = nodes.len() - first;
        nodes[index].first_child = first as u32;
        nodes[index].children = children as u16;
        children > 0
    }

    fn children(&self, index: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[index];
        let first = node.first_child as usize;
        first..first + usize::from(node.children)
    }

    /// Returns the child with the largest upper confidence bound (UCB1).
    fn select(&self, parent_index: usize, position: &Position) -> usize {
        let node = &self.nodes[parent_index];
        let side = position.side();
        let parent_probability = if node.visits == 0 {
            0.5
        } else {
            win_probability::for_side(side, node.win_probability())
        };
        let log = libm::log(f64::from(node.visits) + 1.0);
        let mut best = (f64::NEG_INFINITY, 0);
        for index in self.children(parent_index) {
            let child = &self.nodes[index];
            let visits = f64::from(child.visits);
            let sum = win_probability::for_side(side, child.win_probability()) * visits;
            let prior = parent_probability + f64::from(child.gain);
            let expected = (sum + PRIOR_VISITS * prior) / (visits + PRIOR_VISITS);
            let bound = expected + self.exploration * (log / (visits + 1.0)).sqrt();
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// Returns the most visited actions: the current turn to its end, then as deep as the tree is.
    pub(super) fn principal_variation(&self) -> PrincipalVariation {
        let mut variation = PrincipalVariation {
            actions: Vec::new(),
            turn: 0,
            depth: 0,
            win_probability: win_probability::for_side(
                self.root.side(),
                self.nodes[0].win_probability(),
            ),
        };
        let (mut node, mut position) = (Some(0), *self.root);
        loop {
            node = node.and_then(|node| self.most_visited(node));
            let action = match node {
                Some(node) => Some(self.nodes[node].action),
                None if variation.turn == 0 => ending_action(self.rules, &position),
                None => None,
            };
            let Some(action) = action else { break };
            variation.actions.push(action);
            self.rules.play(&mut position, action);
            let is_over = self.rules.decided(&position).is_some();
            if is_over || position.is_start_of_turn() {
                variation.depth += 1;
                if variation.turn == 0 {
                    variation.turn = variation.actions.len();
                }
            }
            if is_over {
                break;
            }
        }
        variation
    }

    fn most_visited(&self, index: usize) -> Option<usize> {
        let visited = self.children(index).rev();
        let visited = visited.filter(|child| self.nodes[*child].visits > 0);
        visited.max_by_key(|child| self.nodes[*child].visits)
    }
}

/// Upper limit of the number of actions of a position: four for each battery, and the end of the
/// turn.
const MAX_CHILDREN: usize = 64;
