//! The search: all positions whose cost so far plus bound does not exceed a limit, which rises until a
//! solution is found.
//!
//! The bound never falls by more than the cost of a move, so a position that is visited under a limit is
//! reached at its minimum cost: a smaller cost would have been within an earlier limit. Within one limit the
//! order is therefore free, and the deepest positions come first, so that a solution is found early. A
//! position is expanded again under the limit of its next move instead of keeping all positions after it.

use super::budget::{Exhausted, Meter};
use super::space::{NO_MORE, Space};
use super::visited::VisitedSet;

/// Number of positions that are expanded before their successors are looked up.
const BATCH: usize = 512;

/// Number of visited positions after which a better bound is computed.
const STRENGTHEN_AFTER: usize = 6_000;

/// The positions that were reached at one cost.
#[derive(Debug)]
pub(super) struct Layer<K> {
    /// The positions, in the order in which they were visited.
    pub(super) keys: Vec<K>,
    /// Number of positions that were visited before the last limit.
    pub(super) proven: usize,
}

/// A search of the positions of an instance.
pub(super) struct Search<S: Space> {
    pub(super) space: S,
    visited: VisitedSet<S::Key>,
    /// The positions by their cost.
    pub(super) layers: Vec<Layer<S::Key>>,
    /// For each limit and cost, positions with a move that comes within that limit.
    todo: Vec<Vec<Vec<S::Key>>>,
    /// The largest limit under which there is no solution, if the first bound was used for it.
    pub(super) weak_limit: Option<u16>,
    is_strong: bool,
}

/// The last move of a solution.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal<K> {
    /// The position before the move.
    pub(super) parent: K,
    /// The cost of that position.
    pub(super) parent_cost: u16,
    /// The position after the move.
    pub(super) key: K,
}

/// How a search ends.
pub(super) enum Ending<K> {
    /// A solution of minimum cost was found.
    Solved(Goal<K>),
    /// All positions were visited.
    NoSolution,
    /// The budget is exhausted; a solution costs at least this much.
    Exhausted(Exhausted, u16),
}

/// Appends `key` to the list at `index`, which is created if necessary.
fn push_at<K>(lists: &mut Vec<Vec<K>>, index: u16, key: K) {
    let index = usize::from(index);
    if lists.len() <= index {
        lists.resize_with(index + 1, Vec::new);
    }
    lists[index].push(key);
}

impl<S: Space> Search<S> {
    /// Prepares a search.
    pub(super) fn new(space: S) -> Self {
        Self {
            space,
            visited: VisitedSet::new(),
            layers: Vec::new(),
            todo: Vec::new(),
            weak_limit: None,
            is_strong: false,
        }
    }

    /// Returns the number of visited positions.
    pub(super) fn nodes(&self) -> u64 {
        self.visited.len() as u64
    }

    /// Searches from `start`. `report` receives each lower bound as soon as it is proven.
    pub(super) fn run(
        &mut self,
        start: S::Key,
        meter: &mut Meter<'_>,
        report: &mut dyn FnMut(u16),
    ) -> Ending<S::Key> {
        let Some(first) = self.space.bound(start) else {
            return Ending::NoSolution;
        };
        self.visited.reserve(1);
        self.visited.insert(start);
        self.record(start, 0);
        self.schedule(start, 0, first.max(1));
        let mut limit = first.max(1);
        loop {
            report(limit);
            match self.search_limit(limit, meter) {
                Ok(Some(goal)) => return Ending::Solved(goal),
                Ok(None) => {}
                Err(exhausted) => return Ending::Exhausted(exhausted, limit),
            }
            for layer in &mut self.layers {
                layer.proven = layer.keys.len();
            }
            if !self.is_strong && self.visited.len() > STRENGTHEN_AFTER {
                self.is_strong = true;
                if self.space.strengthen() {
                    self.weak_limit = Some(limit);
                    self.schedule_again(limit);
                }
            }
            let Some(next) = self.todo.iter().position(|lists| !lists.is_empty()) else {
                return Ending::NoSolution;
            };
            limit = next as u16;
        }
    }

    /// Searches everything that comes within a limit for the first time.
    fn search_limit(
        &mut self,
        limit: u16,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Goal<S::Key>>, Exhausted> {
        let mut work = std::mem::take(&mut self.todo[usize::from(limit)]);
        let mut batch = Vec::with_capacity(BATCH);
        let mut found: Vec<(S::Key, u16)> = Vec::new();
        // Moves lead to higher costs, so the loop goes back up after every batch that finds any.
        let mut cost = work.len();
        while cost > 0 {
            let keys = &mut work[cost - 1];
            if keys.is_empty() {
                cost -= 1;
                continue;
            }
            batch.clear();
            batch.extend(keys.drain(keys.len().saturating_sub(BATCH)..));
            let goal = self.expand(&batch, (cost - 1) as u16, limit, &mut found);
            if goal.is_some() {
                return Ok(goal);
            }
            self.check(meter, found.len(), &work)?;
            self.visit(&mut found, |key, cost| push_at(&mut work, cost, key));
            cost = work.len();
        }
        Ok(None)
    }

    /// Expands positions of one cost and collects the positions after their moves that come within the
    /// limit. Returns the last move of a solution if there is one.
    fn expand(
        &mut self,
        keys: &[S::Key],
        cost: u16,
        limit: u16,
        found: &mut Vec<(S::Key, u16)>,
    ) -> Option<Goal<S::Key>> {
        for parent in keys {
            let mut goal = None;
            let next = self
                .space
                .expand(*parent, limit - cost, |key, step, is_goal| {
                    if is_goal {
                        goal = Some(key);
                    }
                    found.push((key, cost + step));
                });
            if let Some(key) = goal {
                return Some(Goal {
                    parent: *parent,
                    parent_cost: cost,
                    key,
                });
            }
            if next != NO_MORE {
                self.schedule(*parent, cost, cost + next);
            }
        }
        None
    }

    /// Checks the budget before this number of positions is looked up.
    fn check(
        &self,
        meter: &mut Meter<'_>,
        added: usize,
        work: &[Vec<S::Key>],
    ) -> Result<(), Exhausted> {
        let keys = |lists: &[Vec<S::Key>]| lists.iter().map(Vec::capacity).sum::<usize>();
        let scheduled: usize = self.todo.iter().map(|lists| keys(lists)).sum();
        let layers: usize = self.layers.iter().map(|layer| layer.keys.capacity()).sum();
        let lists = (scheduled + layers + keys(work)) * size_of::<S::Key>();
        meter.check(self.visited.len(), self.visited.bytes_with(added) + lists)
    }

    /// Visits positions, and passes those that were not visited before to `is_new`.
    fn visit(&mut self, found: &mut Vec<(S::Key, u16)>, mut is_new: impl FnMut(S::Key, u16)) {
        self.visited.reserve(found.len());
        for (key, _) in found.iter() {
            std::hint::black_box(self.visited.touch(*key));
        }
        for (key, cost) in found.drain(..) {
            if self.visited.insert(key) {
                self.record(key, cost);
                is_new(key, cost);
            }
        }
    }

    fn record(&mut self, key: S::Key, cost: u16) {
        let index = usize::from(cost);
        if self.layers.len() <= index {
            self.layers.resize_with(index + 1, || Layer {
                keys: Vec::new(),
                proven: 0,
            });
        }
        self.layers[index].keys.push(key);
    }

    /// Schedules the expansion of a position under a limit.
    fn schedule(&mut self, key: S::Key, cost: u16, limit: u16) {
        let index = usize::from(limit);
        if self.todo.len() <= index {
            self.todo.resize_with(index + 1, Vec::new);
        }
        push_at(&mut self.todo[index], cost, key);
    }

    /// Schedules all positions again, by the new bound, for limits above the given one.
    fn schedule_again(&mut self, limit: u16) {
        self.todo.clear();
        for cost in 0..self.layers.len() {
            let keys = std::mem::take(&mut self.layers[cost].keys);
            for key in &keys {
                if let Some(bound) = self.space.bound(*key) {
                    let total = cost as u16 + bound;
                    self.schedule(*key, cost as u16, total.max(limit + 1));
                }
            }
            self.layers[cost].keys = keys;
        }
    }
}
