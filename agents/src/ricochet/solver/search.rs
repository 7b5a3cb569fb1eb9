//! The search: all positions whose cost so far plus bound does not exceed a limit, which rises until a
//! solution is found.
//!
//! The bound never falls by more than the cost of a move, so a position that is visited under a limit is
//! reached at its minimum cost: a smaller cost would have been within an earlier limit. Within one limit the
//! order is therefore free, and the deepest positions come first, so that a solution is found early. A
//! position is expanded again under the limit of its next move instead of keeping all positions after it.

use std::sync::atomic::AtomicBool;
use std::thread;

use super::budget::{Budget, Exhausted, POSITIONS_PER_CHECK};
use super::goal::{Aim, Goal};
use super::space::Space;
use super::visited::{Key, VisitedSet};
use super::worker::{MAX_FOUND, MIN_SHARED, Shared, Worker};

/// A search of the positions of an instance.
pub(super) struct Search<S: Space> {
    pub(super) space: S,
    visited: VisitedSet<S::Key>,
    aim: Aim,
    workers: Vec<Worker<S::Key>>,
    /// For each worker and cost, the number of positions that were visited before the last limit.
    proven: Vec<Vec<usize>>,
    /// The largest limit under which there is no solution, if the first bound was used for it.
    pub(super) weak_limit: Option<u16>,
    is_strong: bool,
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

impl<S: Space> Search<S> {
    /// Prepares a search with this number of threads.
    pub(super) fn new(space: S, aim: Aim, threads: usize) -> Self {
        let threads = if S::Key::CAN_SHARE { threads.max(1) } else { 1 };
        Self {
            space,
            visited: VisitedSet::new(),
            aim,
            workers: (0..threads).map(|_| Worker::new()).collect(),
            proven: vec![Vec::new(); threads],
            weak_limit: None,
            is_strong: false,
        }
    }

    /// Returns the number of visited positions.
    pub(super) fn nodes(&self) -> u64 {
        self.visited.len() as u64
    }

    /// Returns the number of costs at which positions were reached.
    pub(super) fn costs(&self) -> usize {
        let costs = self.workers.iter().map(|worker| worker.layers.len());
        costs.max().unwrap_or(0)
    }

    /// Returns the positions of one cost that were visited before the last limit, in several lists.
    pub(super) fn proven_layer(&self, cost: usize) -> impl Iterator<Item = &[S::Key]> {
        self.layers_at(cost).map(|(keys, proven)| &keys[..proven])
    }

    /// Returns the positions of one cost, in several lists: first those that were visited before the last limit.
    pub(super) fn layer(&self, cost: usize) -> impl Iterator<Item = &[S::Key]> {
        let others = self.layers_at(cost).map(|(keys, proven)| &keys[proven..]);
        self.proven_layer(cost).chain(others)
    }

    /// Returns the positions of one cost that each thread has visited, and the number of them that it had visited
    /// before the last limit.
    fn layers_at(&self, cost: usize) -> impl Iterator<Item = (&[S::Key], usize)> {
        let workers = self.workers.iter().zip(&self.proven);
        workers.filter_map(move |(worker, proven)| {
            let proven = proven.get(cost).copied().unwrap_or(0);
            Some((worker.layers.get(cost)?.as_slice(), proven))
        })
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
        let mut limit = first.max(1);
        self.visited.insert::<false>(start);
        self.visited.add_len(1);
        self.workers[0].layers.push(vec![start]);
        self.workers[0].schedule(start, 0, limit);
        loop {
            report(limit);
            match self.search_limit(limit, budget) {
                Ok(Some(goal)) => return Ending::Solved(goal),
                Ok(None) => {}
                Err(exhausted) => return Ending::Exhausted(exhausted, limit),
            }
            for (proven, worker) in self.proven.iter_mut().zip(&self.workers) {
                *proven = worker.layers.iter().map(Vec::len).collect();
            }
            if !self.is_strong && self.visited.len() > S::STRENGTHEN_AFTER {
                self.is_strong = true;
                if self.space.strengthen() {
                    self.weak_limit = Some(limit);
                    if let Err(exhausted) = self.schedule_again(limit, budget) {
                        return Ending::Exhausted(exhausted, limit + 1);
                    }
                }
            }
            let next = |worker: &Worker<S::Key>| worker.todo.iter().position(|it| !it.is_empty());
            let Some(next) = self.workers.iter().filter_map(next).min() else {
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
        for worker in &mut self.workers {
            let lists = worker.todo.get_mut(usize::from(limit));
            worker.work = lists.map(std::mem::take).unwrap_or_default();
        }
        loop {
            self.balance();
            self.make_room(budget)?;
            let exhausted = self.expand_all(limit, budget);
            let goal = self.workers.iter().find_map(|worker| worker.goal);
            let is_cut = self.workers.iter().any(|worker| worker.is_cut);
            let is_done = !is_cut && self.workers.iter().all(Worker::is_done);
            if is_done || goal.is_some() && self.aim == Aim::First {
                for worker in &mut self.workers {
                    worker.goal = None;
                }
                return Ok(goal);
            }
            if is_cut {
                return Err(Exhausted::Nodes);
            }
            if let Some(exhausted) = exhausted {
                return Err(exhausted);
            }
        }
    }

    /// Makes room for the positions that were found.
    fn make_room(&mut self, budget: &Budget<'_>) -> Result<(), Exhausted> {
        let found: usize = self.workers.iter().map(Worker::found).sum();
        let others = (self.workers.len() - 1) * 3 * MAX_FOUND;
        let bytes = self.visited.bytes_with(found + others) + self.list_bytes();
        budget.check(self.visited.len(), bytes)?;
        self.visited.reserve(found + others, || budget.check_stop())
    }

    /// Returns the bytes of all lists when they were last measured.
    fn list_bytes(&self) -> usize {
        let room: usize = self.workers.iter().map(Worker::room).sum();
        room * size_of::<S::Key>()
    }

    /// Divides the positions to expand among the threads, if there are many, or gives all to the first.
    fn balance(&mut self) {
        if self.workers.len() == 1 {
            return;
        }
        let pending: usize = self.workers.iter().map(Worker::pending).sum();
        let shares = if pending < MIN_SHARED {
            1
        } else {
            self.workers.len()
        };
        let costs = self.workers.iter().map(|worker| worker.work.len()).max();
        for cost in 0..costs.unwrap_or(0) {
            let lists = self
                .workers
                .iter_mut()
                .filter_map(|it| it.work.get_mut(cost));
            let mut keys: Vec<S::Key> = lists.flat_map(std::mem::take).collect();
            let share = keys.len().div_ceil(shares).max(1);
            for worker in &mut self.workers {
                let part = keys.split_off(keys.len().saturating_sub(share));
                if worker.work.len() <= cost {
                    worker.work.resize_with(cost + 1, Vec::new);
                }
                worker.work[cost] = part;
            }
        }
    }

    /// Lets every thread with positions to expand do so, until they are done or have to be balanced again.
    /// Returns the limit of the budget that is reached, if one is.
    fn expand_all(&mut self, limit: u16, budget: &Budget<'_>) -> Option<Exhausted> {
        let list_bytes = self.list_bytes();
        let busy = self.workers.iter().filter(|it| !it.is_done()).count();
        let shared = Shared {
            space: &self.space,
            visited: &self.visited,
            limit,
            aim: self.aim,
            threads: busy,
            max_visited: usize::try_from(budget.nodes).unwrap_or(usize::MAX),
            should_return: AtomicBool::new(false),
            is_idle: AtomicBool::new(busy < self.workers.len()),
        };
        let mut workers = self.workers.iter_mut().filter(|it| !it.is_done());
        let first = workers.next()?;
        let before = first.room() * size_of::<S::Key>();
        let mut exhausted = None;
        let check = |worker: &Worker<S::Key>| {
            // Others return as soon as one does, so that their lists are measured again.
            let own = worker.room() * size_of::<S::Key>();
            let lists = list_bytes + own.saturating_sub(before) * busy;
            let bytes = shared.visited.bytes_with(0) + lists;
            exhausted = budget.check(shared.visited.len(), bytes).err();
            exhausted.is_some()
        };
        thread::scope(|scope| {
            for worker in workers {
                scope.spawn(|| worker.run(&shared, |_| false));
            }
            first.run(&shared, check);
        });
        exhausted
    }

    /// Schedules all positions again, by the new bound, for limits above the given one.
    fn schedule_again(&mut self, limit: u16, budget: &Budget<'_>) -> Result<(), Exhausted> {
        for worker in &mut self.workers {
            worker.todo.clear();
            let layers = std::mem::take(&mut worker.layers);
            let mut scheduled = Ok(());
            for (cost, keys) in layers.iter().enumerate() {
                for keys in keys.chunks(POSITIONS_PER_CHECK) {
                    scheduled = scheduled.and_then(|()| budget.check_stop());
                    for key in keys.iter().filter(|_| scheduled.is_ok()) {
                        if let Some(bound) = self.space.bound(*key) {
                            let total = cost as u16 + bound;
                            worker.schedule(*key, cost as u16, total.max(limit + 1));
                        }
                    }
                }
            }
            worker.layers = layers;
            scheduled?;
        }
        Ok(())
    }
}
