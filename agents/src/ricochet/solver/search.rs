//! The search: all positions whose cost so far plus bound does not exceed a limit, which rises until a
//! solution is found.
//!
//! The bound never falls by more than the cost of a move, so a position that is visited under a limit is
//! reached at its minimum cost: a smaller cost would have been within an earlier limit. Within one limit the
//! order is therefore free, and the deepest positions come first, so that a solution is found early. A
//! position is expanded again under the limit of its next move instead of keeping all positions after it.

use std::thread;

use super::budget::{Exhausted, Meter};
use super::shards::{Costed, Shards, keep_new};
use super::space::{NO_MORE, Space};

/// Number of positions that are expanded before their successors are looked up.
const BATCH: usize = 512;

/// Number of positions that each of several threads expands before they exchange what they found.
const THREAD_BATCH: usize = 16_384;

/// Minimum number of positions for which more than one thread is used.
const MIN_SHARED: usize = 4_096;

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

/// What a thread finds when it expands positions.
struct Expanded<K> {
    /// For each thread, the positions that belong to it.
    found: Vec<Vec<Costed<K>>>,
    /// Expanded positions with the limit of their next move.
    scheduled: Vec<Costed<K>>,
    /// The last move of the first solution.
    goal: Option<Goal<K>>,
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
        let max_batch = match self.visited.threads() {
            1 => BATCH,
            threads => threads * THREAD_BATCH,
        };
        let mut batch = Vec::with_capacity(BATCH);
        let mut first_goal = None;
        // Moves lead to higher costs, so the loop goes back up after every batch that finds any.
        let mut cost = work.len();
        while cost > 0 {
            let keys = &mut work[cost - 1];
            if keys.is_empty() {
                cost -= 1;
                continue;
            }
            batch.clear();
            batch.extend(keys.drain(keys.len().saturating_sub(max_batch)..));
            let mut expanded = self.expand_all(&batch, (cost - 1) as u16, limit);
            let goal = expanded.iter().find_map(|expanded| expanded.goal);
            if goal.is_some() && self.aim == Aim::First {
                return Ok(goal);
            }
            first_goal = first_goal.or(goal);
            for (key, next) in expanded.iter_mut().flat_map(|it| it.scheduled.drain(..)) {
                self.schedule(key, (cost - 1) as u16, next);
            }
            self.check(meter, &expanded, &work)?;
            for (key, cost) in self.visit(expanded) {
                self.record(key, cost);
                push_at(&mut work, cost, key);
            }
            cost = work.len();
        }
        Ok(first_goal)
    }

    /// Expands positions of one cost, divided among the threads if there are many.
    fn expand_all(&self, keys: &[S::Key], cost: u16, limit: u16) -> Vec<Expanded<S::Key>> {
        let threads = self.visited.threads();
        if threads == 1 || keys.len() < MIN_SHARED {
            return vec![self.expand(keys, cost, limit)];
        }
        let mut parts = keys.chunks(keys.len().div_ceil(threads));
        let first = parts.next().unwrap_or_default();
        thread::scope(|scope| {
            let spawn = |part| scope.spawn(move || self.expand(part, cost, limit));
            let others: Vec<_> = parts.map(spawn).collect();
            let mut expanded = vec![self.expand(first, cost, limit)];
            for other in others {
                expanded.push(other.join().expect("an expansion does not panic"));
            }
            expanded
        })
    }

    /// Expands positions of one cost, and finds the positions after their moves that come within the limit.
    fn expand(&self, keys: &[S::Key], cost: u16, limit: u16) -> Expanded<S::Key> {
        let mut expanded = Expanded {
            found: vec![Vec::new(); self.visited.threads()],
            scheduled: Vec::new(),
            goal: None,
        };
        let mut goal = None;
        for parent in keys {
            let next = self
                .space
                .expand(*parent, limit - cost, |key, step, is_goal| {
                    if is_goal {
                        goal = Some(key);
                    } else {
                        expanded.found[self.visited.index(key)].push((key, cost + step));
                    }
                });
            if let (Some(key), None) = (goal, expanded.goal) {
                expanded.goal = Some(Goal {
                    parent: *parent,
                    parent_cost: cost,
                    key,
                    cost: limit,
                });
                if self.aim == Aim::First {
                    break;
                }
            }
            if next != NO_MORE {
                expanded.scheduled.push((*parent, cost + next));
            }
        }
        expanded
    }

    /// Checks the budget before the found positions are looked up.
    fn check(
        &self,
        meter: &mut Meter<'_>,
        expanded: &[Expanded<S::Key>],
        work: &[Vec<S::Key>],
    ) -> Result<(), Exhausted> {
        let keys = |lists: &[Vec<S::Key>]| lists.iter().map(Vec::capacity).sum::<usize>();
        let found: usize = expanded
            .iter()
            .flat_map(|expanded| &expanded.found)
            .map(Vec::len)
            .sum();
        let scheduled: usize = self.todo.iter().map(|lists| keys(lists)).sum();
        let layers: usize = self.layers.iter().map(|layer| layer.keys.capacity()).sum();
        let lists = (scheduled + layers + keys(work)) * size_of::<S::Key>();
        let lists = lists + found * size_of::<Costed<S::Key>>();
        meter.check(self.visited.len(), self.visited.bytes_with(found) + lists)
    }

    /// Visits the found positions and returns those that are new.
    fn visit(&mut self, expanded: Vec<Expanded<S::Key>>) -> Vec<Costed<S::Key>> {
        let is_shared = expanded.len() > 1;
        let mut found: Vec<Vec<Costed<S::Key>>> = vec![Vec::new(); self.visited.threads()];
        for expanded in expanded {
            for (all, own) in found.iter_mut().zip(expanded.found) {
                if all.is_empty() {
                    *all = own;
                } else {
                    all.extend(own);
                }
            }
        }
        let sets = self.visited.sets().iter_mut().zip(&mut found);
        if is_shared {
            thread::scope(|scope| {
                for (set, found) in sets {
                    scope.spawn(|| keep_new(set, found));
                }
            });
        } else {
            sets.for_each(|(set, found)| keep_new(set, found));
        }
        if found.len() == 1 {
            return found.pop().unwrap_or_default();
        }
        found.concat()
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
