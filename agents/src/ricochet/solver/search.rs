//! The search: all positions whose cost so far plus bound does not exceed a limit, which rises until a
//! solution is found.
//!
//! The bound never falls by more than the cost of a move, so a position that is visited under a limit is
//! reached at its minimum cost: a smaller cost would have been within an earlier limit. Within one limit the
//! order is therefore free, and the deepest positions come first, so that a solution is found early. A
//! position is expanded again under the limit of its next move instead of keeping all positions after it.

use std::thread;

use super::budget::{Budget, Exhausted};
use super::shards::{Costed, Shards, keep_new};
use super::space::{NO_MORE, Space};

/// Number of positions that are expanded before their successors are looked up.
const BATCH: usize = 512;

/// Number of positions that each of several threads expands before they exchange what they found.
const THREAD_BATCH: usize = 4_096;

/// Minimum number of positions for which more than one thread is used.
const MIN_SHARED: usize = 2_048;

/// Number of visited positions after which a better bound is computed.
const STRENGTHEN_AFTER: usize = 1_500;

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
    visited: Shards<S::Key>,
    aim: Aim,
    /// The positions by their cost.
    pub(super) layers: Vec<Layer<S::Key>>,
    /// For each limit and cost, positions with a move that comes within that limit.
    todo: Vec<Vec<Vec<S::Key>>>,
    /// The largest limit under which there is no solution, if the first bound was used for it.
    pub(super) weak_limit: Option<u16>,
    is_strong: bool,
    /// What each thread has found.
    expanded: Vec<Expanded<S::Key>>,
}

/// Which solutions of minimum cost are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Any of them.
    First,
    /// All of them, so that all positions within the last limit are visited.
    All,
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
    /// The cost of the solution.
    pub(super) cost: u16,
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

/// What a thread finds when it expands positions. Its lists are emptied and used again.
///
/// Threads write to theirs at the same time, so that they must not share a cache line.
#[derive(Debug)]
#[repr(align(128))]
struct Expanded<K> {
    /// For each thread, the positions that belong to it.
    found: Vec<FoundList<K>>,
    /// Expanded positions with the limit of their next move.
    scheduled: Vec<Costed<K>>,
    /// The last move of the first solution.
    goal: Option<Goal<K>>,
}

/// A list of positions on cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
struct FoundList<K>(Vec<Costed<K>>);

impl<K> Expanded<K> {
    fn new(threads: usize) -> Self {
        Self {
            found: (0..threads.max(1)).map(|_| FoundList(Vec::new())).collect(),
            scheduled: Vec::new(),
            goal: None,
        }
    }
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
    /// Prepares a search with this number of threads.
    pub(super) fn new(space: S, aim: Aim, threads: usize) -> Self {
        Self {
            space,
            visited: Shards::new(threads),
            aim,
            layers: Vec::new(),
            todo: Vec::new(),
            weak_limit: None,
            is_strong: false,
            expanded: (0..threads.max(1))
                .map(|_| Expanded::new(threads))
                .collect(),
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
        budget: &Budget<'_>,
        report: &mut dyn FnMut(u16),
    ) -> Ending<S::Key> {
        let Some(first) = self.space.bound(start) else {
            return Ending::NoSolution;
        };
        self.visited.insert(start);
        record(&mut self.layers, start, 0);
        schedule(&mut self.todo, start, 0, first.max(1));
        let mut limit = first.max(1);
        loop {
            report(limit);
            match self.search_limit(limit, budget) {
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
        budget: &Budget<'_>,
    ) -> Result<Option<Goal<S::Key>>, Exhausted> {
        let mut work = std::mem::take(&mut self.todo[usize::from(limit)]);
        let mut batch = Vec::new();
        let mut first_goal = None;
        while let Some(index) = self.next_list(&work) {
            let cost = index as u16;
            let keys = &mut work[index];
            batch.clear();
            batch.extend(keys.drain(keys.len().saturating_sub(self.max_batch())..));
            self.expand_all(&batch, cost, limit);
            let goal = self.expanded.iter_mut().find_map(|it| it.goal.take());
            if goal.is_some() && self.aim == Aim::First {
                return Ok(goal);
            }
            first_goal = first_goal.or(goal);
            self.schedule_expanded(cost);
            self.check(budget, &work)?;
            self.visit();
            for found in self.expanded.iter_mut().flat_map(|it| &mut it.found) {
                for (key, cost) in found.0.drain(..) {
                    record(&mut self.layers, key, cost);
                    push_at(&mut work, cost, key);
                }
            }
        }
        Ok(first_goal)
    }

    /// Returns the maximum number of positions that are expanded at once.
    fn max_batch(&self) -> usize {
        match self.visited.threads() {
            1 => BATCH,
            threads => threads * THREAD_BATCH,
        }
    }

    /// Returns the index of the list to expand next, or `None` if all are empty: the one of the highest cost,
    /// but several threads prefer lists in which each of them finds work.
    fn next_list(&self, lists: &[Vec<S::Key>]) -> Option<usize> {
        let highest = lists.iter().rposition(|keys| !keys.is_empty())?;
        if self.visited.threads() == 1 {
            return Some(highest);
        }
        let shared = lists.iter().rposition(|keys| keys.len() >= MIN_SHARED);
        Some(shared.unwrap_or(highest))
    }

    /// Expands positions of one cost, divided among the threads if there are many.
    fn expand_all(&mut self, keys: &[S::Key], cost: u16, limit: u16) {
        let (space, visited, aim) = (&self.space, &self.visited, self.aim);
        let expand = |keys: &[S::Key], expanded: &mut Expanded<S::Key>| {
            expand(space, visited, aim, keys, cost, limit, expanded);
        };
        let threads = visited.threads();
        if threads == 1 || keys.len() < MIN_SHARED {
            return expand(keys, &mut self.expanded[0]);
        }
        let parts = keys.chunks(keys.len().div_ceil(threads));
        thread::scope(|scope| {
            let mut parts = parts.zip(&mut self.expanded);
            let first = parts.next();
            for (keys, expanded) in parts {
                scope.spawn(move || expand(keys, expanded));
            }
            if let Some((keys, expanded)) = first {
                expand(keys, expanded);
            }
        });
    }

    /// Schedules the expanded positions, which have this cost, for their next moves.
    fn schedule_expanded(&mut self, cost: u16) {
        for expanded in &mut self.expanded {
            for (key, limit) in expanded.scheduled.drain(..) {
                schedule(&mut self.todo, key, cost, limit);
            }
        }
    }

    /// Checks the budget before the found positions are looked up.
    fn check(&self, budget: &Budget<'_>, work: &[Vec<S::Key>]) -> Result<(), Exhausted> {
        let keys = |lists: &[Vec<S::Key>]| lists.iter().map(Vec::capacity).sum::<usize>();
        let lists = self.expanded.iter().flat_map(|expanded| &expanded.found);
        let (found, capacity) = lists.fold((0, 0), |(found, capacity), list| {
            (found + list.0.len(), capacity + list.0.capacity())
        });
        let scheduled: usize = self.todo.iter().map(|lists| keys(lists)).sum();
        let layers: usize = self.layers.iter().map(|layer| layer.keys.capacity()).sum();
        let lists = (scheduled + layers + keys(work)) * size_of::<S::Key>();
        let lists = lists + capacity * size_of::<Costed<S::Key>>();
        budget.check(self.visited.len(), self.visited.bytes_with(found) + lists)
    }

    /// Visits the found positions and keeps those that are new.
    fn visit(&mut self) {
        let threads = self.visited.threads();
        let mut found: Vec<Vec<&mut Vec<Costed<S::Key>>>> = Vec::new();
        found.resize_with(threads, Vec::new);
        let mut is_shared = false;
        for (index, expanded) in self.expanded.iter_mut().enumerate() {
            for (lists, own) in found.iter_mut().zip(&mut expanded.found) {
                if !own.0.is_empty() {
                    is_shared |= index > 0;
                    lists.push(&mut own.0);
                }
            }
        }
        let sets = self.visited.sets().iter_mut().zip(found);
        if !is_shared {
            return sets.for_each(|(set, lists)| keep_new(set, lists));
        }
        thread::scope(|scope| {
            let mut sets = sets;
            let first = sets.next();
            for (set, lists) in sets {
                scope.spawn(|| keep_new(set, lists));
            }
            if let Some((set, lists)) = first {
                keep_new(set, lists);
            }
        });
    }

    /// Schedules all positions again, by the new bound, for limits above the given one.
    fn schedule_again(&mut self, limit: u16) {
        self.todo.clear();
        for cost in 0..self.layers.len() {
            let keys = std::mem::take(&mut self.layers[cost].keys);
            for key in &keys {
                if let Some(bound) = self.space.bound(*key) {
                    let total = cost as u16 + bound;
                    schedule(&mut self.todo, *key, cost as u16, total.max(limit + 1));
                }
            }
            self.layers[cost].keys = keys;
        }
    }
}

/// Expands positions of one cost, and finds the positions after their moves that come within the limit.
fn expand<S: Space>(
    space: &S,
    visited: &Shards<S::Key>,
    aim: Aim,
    keys: &[S::Key],
    cost: u16,
    limit: u16,
    expanded: &mut Expanded<S::Key>,
) {
    let mut goal = None;
    for parent in keys {
        let next = space.expand(*parent, limit - cost, |key, step, is_goal| {
            if is_goal {
                goal = Some(key);
            } else {
                expanded.found[visited.index(key)]
                    .0
                    .push((key, cost + step));
            }
        });
        if let (Some(key), None) = (goal, expanded.goal) {
            expanded.goal = Some(Goal {
                parent: *parent,
                parent_cost: cost,
                key,
                cost: limit,
            });
            if aim == Aim::First {
                return;
            }
        }
        if next != NO_MORE {
            expanded.scheduled.push((*parent, cost + next));
        }
    }
}

/// Appends a position to the layer of its cost.
fn record<K>(layers: &mut Vec<Layer<K>>, key: K, cost: u16) {
    let index = usize::from(cost);
    if layers.len() <= index {
        layers.resize_with(index + 1, || Layer {
            keys: Vec::new(),
            proven: 0,
        });
    }
    layers[index].keys.push(key);
}

/// Schedules the expansion of a position under a limit.
fn schedule<K>(todo: &mut Vec<Vec<Vec<K>>>, key: K, cost: u16, limit: u16) {
    let index = usize::from(limit);
    if todo.len() <= index {
        todo.resize_with(index + 1, Vec::new);
    }
    push_at(&mut todo[index], cost, key);
}
