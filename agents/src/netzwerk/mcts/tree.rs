//! The tree of atomic actions, and how it grows.

use botwerk_engine::netzwerk::{Action, Phase, Position, Rules};

use super::rollout::Rollouts;
use super::share;
use crate::netzwerk::occurrences::Occurrences;
use crate::netzwerk::standing::Standing;

/// The most nodes of a tree, some 70 megabytes; a full tree grows no more.
const MAX_NODES: usize = 1 << 21;

/// As how many visits the worth of a node's position counts.
const PRIOR: f64 = 2.0;

/// A position of the tree: the action that leads to it, and what is known of it.
#[derive(Debug, Clone, Copy)]
struct Node {
    action: Action,
    visits: u32,
    /// The sum of White's win shares over all visits.
    sum: f64,
    /// What the action gains at once, as a win share of the side whose action it is.
    gain: f32,
    first_child: u32,
    children: u16,
    /// Whether the share is known: no visit goes on from here.
    is_settled: bool,
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
            is_settled: false,
        }
    }

    /// White's win share.
    fn share(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

/// What the tree's most visited nodes say.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// The actions of the present turn, then those that are expected.
    pub(super) actions: Vec<Action>,
    /// How many of them are the present turn's.
    pub(super) turn: usize,
    /// Whole turns.
    pub(super) depth: u32,
    /// The win share of the side to move, if a roll-out was made.
    pub(super) share: f64,
}

/// A search from one position.
pub(super) struct Tree<'a> {
    rules: &'a Rules,
    root: &'a Position,
    rollouts: Rollouts<'a>,
    occurrences: Occurrences,
    exploration: f64,
    nodes: Vec<Node>,
    /// The nodes of the present visit, from the root on.
    path: Vec<u32>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        root: &'a Position,
        rollouts: Rollouts<'a>,
        occurrences: Occurrences,
        exploration: f64,
    ) -> Self {
        Self {
            rules,
            root,
            rollouts,
            occurrences,
            exploration,
            nodes: vec![Node::new(Action::EndTurn, 0.0)],
            path: Vec::new(),
        }
    }

    /// Goes down the tree to a new node and makes a roll-out from there.
    pub(super) fn visit(&mut self) {
        let mut position = *self.root;
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let share = loop {
            let node = self.nodes[at];
            if node.is_settled {
                break node.share();
            }
            if node.children == 0 && !self.grow(at, &position) {
                break self.rollouts.run(position);
            }
            at = self.select(at, &position);
            self.path.push(at as u32);
            self.rules.play(&mut position, self.nodes[at].action);
            if self.nodes[at].visits == 0 {
                break self.first_visit(at, &position);
            }
        };
        for index in &self.path {
            let node = &mut self.nodes[*index as usize];
            node.visits += 1;
            node.sum += share;
        }
    }

    fn first_visit(&mut self, at: usize, position: &Position) -> f64 {
        let is_start = position.is_start_of_turn();
        let repeated = is_start && self.occurrences.would_draw(position);
        if let Some(share) = self.rollouts.settled(position, repeated) {
            self.nodes[at].is_settled = true;
            return share;
        }
        self.rollouts.run(*position)
    }

    /// Adds a node's children; `false` if the tree is full.
    fn grow(&mut self, at: usize, position: &Position) -> bool {
        let first = self.nodes.len();
        if first + MAX_CHILDREN > MAX_NODES {
            return false;
        }
        let (rules, nodes) = (self.rules, &mut self.nodes);
        let standing = Standing::of(rules, position.robots_of_both(), position.side());
        let value = standing.with(position.batteries());
        let before = share::of_value(value);
        rules.each_action(position, |action| {
            let gained = match action {
                Action::Robot { .. } => {
                    let mut after = *position;
                    rules.play(&mut after, action);
                    Standing::value_of(rules, &after) - value
                }
                Action::Battery { from, to } => standing.field(to) - standing.field(from),
                _ => 0,
            };
            let gain = share::of_value(value + gained) - before;
            nodes.push(Node::new(action, gain as f32));
        });
        let children = nodes.len() - first;
        nodes[at].first_child = first as u32;
        nodes[at].children = children as u16;
        children > 0
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        let first = node.first_child as usize;
        first..first + usize::from(node.children)
    }

    /// The child with the largest upper confidence bound (UCB1).
    fn select(&self, at: usize, position: &Position) -> usize {
        let node = &self.nodes[at];
        let side = position.side();
        let parent = if node.visits == 0 {
            0.5
        } else {
            share::for_side(side, node.share())
        };
        let log = libm::log(f64::from(node.visits) + 1.0);
        let mut best = (f64::NEG_INFINITY, 0);
        for index in self.children(at) {
            let child = &self.nodes[index];
            let visits = f64::from(child.visits);
            let sum = share::for_side(side, child.share()) * visits;
            let prior = parent + f64::from(child.gain);
            let expected = (sum + PRIOR * prior) / (visits + PRIOR);
            let bound = expected + self.exploration * (log / (visits + 1.0)).sqrt();
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// The most visited actions: the present turn to its end, then as far as the tree goes.
    pub(super) fn line(&self) -> Line {
        let mut line = Line {
            actions: Vec::new(),
            turn: 0,
            depth: 0,
            share: share::for_side(self.root.side(), self.nodes[0].share()),
        };
        let (mut at, mut position) = (Some(0), *self.root);
        loop {
            at = at.and_then(|at| self.most_visited(at));
            let action = match at {
                Some(at) => Some(self.nodes[at].action),
                None if line.turn == 0 => self.shortest(&position),
                None => None,
            };
            let Some(action) = action else { break };
            line.actions.push(action);
            self.rules.play(&mut position, action);
            let is_over = self.rules.decided(&position).is_some();
            if is_over || position.is_start_of_turn() {
                line.depth += 1;
                if line.turn == 0 {
                    line.turn = line.actions.len();
                }
            }
            if is_over {
                break;
            }
        }
        line
    }

    fn most_visited(&self, at: usize) -> Option<usize> {
        let visited = self.children(at).rev();
        let visited = visited.filter(|child| self.nodes[*child].visits > 0);
        visited.max_by_key(|child| self.nodes[*child].visits)
    }

    /// The action that ends the present phase, or the first one where it cannot end yet.
    fn shortest(&self, position: &Position) -> Option<Action> {
        if position.phase() == Phase::Batteries {
            return Some(Action::EndTurn);
        }
        let (mut first, mut ends) = (None, false);
        self.rules.each_action(position, |action| {
            first = first.or(Some(action));
            ends |= action == Action::EndRobots;
        });
        if ends { Some(Action::EndRobots) } else { first }
    }
}

/// More than a position has actions: four for each battery, and the end of the turn.
const MAX_CHILDREN: usize = 64;
