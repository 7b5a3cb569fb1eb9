//! The part of a search that one thread does.

use std::sync::atomic::{AtomicBool, Ordering};

use super::goal::{Aim, Goal};
use super::space::{NO_MORE, Space};
use super::visited::{Key, VisitedSet};

/// Number of positions that are expanded before their successors are looked up.
const BATCH: usize = 512;

/// Minimum number of positions to expand for which more than one thread is used.
pub(super) const MIN_SHARED: usize = 8_192;

/// Number of positions after which a batch ends early, since those of the transparent robot have many moves.
pub(super) const MAX_FOUND: usize = 16 * BATCH;

/// Number of batches after which the room of the lists is measured again.
const MEASURE_INTERVAL: u32 = 16;

/// Positions by their cost.
pub(super) type ByCost<K> = Vec<Vec<K>>;

/// What a thread has visited and has yet to expand. Threads write to theirs at the same time, so that they must
/// not share a cache line.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Worker<K> {
    /// The visited positions.
    pub(super) layers: ByCost<K>,
    /// For each limit, positions with a move that comes within that limit.
    pub(super) todo: Vec<ByCost<K>>,
    /// The positions to expand under the present limit.
    pub(super) work: ByCost<K>,
    /// The last move of the first solution that was found.
    pub(super) goal: Option<Goal<K>>,
    /// The positions that were found and may have been visited before.
    found: Vec<(K, u16)>,
    batch: Vec<K>,
    /// Whether positions that were found were not visited, since no more may be.
    pub(super) is_cut: bool,
    /// Number of batches since the room of the lists was measured.
    batches: u32,
    /// Number of positions for which the lists had room.
    room: usize,
}

/// What all threads share while they search under one limit.
pub(super) struct Shared<'a, S: Space> {
    pub(super) space: &'a S,
    pub(super) visited: &'a VisitedSet<S::Key>,
    pub(super) limit: u16,
    pub(super) aim: Aim,
    pub(super) threads: usize,
    /// Maximum number of visited positions.
    pub(super) max_visited: usize,
    /// Set once all threads must return.
    pub(super) should_return: AtomicBool,
    /// Set once a thread has nothing left to do.
    pub(super) is_idle: AtomicBool,
}

impl<S: Space> Shared<'_, S> {
    /// Returns `true` if there is room for the positions that a thread has found, and for those that others
    /// visit at the same time.
    fn has_room(&self, found: usize) -> bool {
        let others = self.threads.saturating_sub(1) * 2 * MAX_FOUND;
        self.visited.has_room(found + others)
    }

    /// Returns the number of positions that a thread may visit now.
    fn visits(&self) -> usize {
        let remaining = self.max_visited.saturating_sub(self.visited.len());
        remaining / self.threads.max(1)
    }
}

/// Appends `key` to the list at `index`, which is created if necessary.
pub(super) fn push_at<K>(lists: &mut ByCost<K>, index: u16, key: K) {
    let index = usize::from(index);
    if lists.len() <= index {
        lists.resize_with(index + 1, Vec::new);
    }
    lists[index].push(key);
}

impl<K: Key> Worker<K> {
    pub(super) fn new() -> Self {
        Self {
            layers: Vec::new(),
            todo: Vec::new(),
            work: Vec::new(),
            goal: None,
            found: Vec::new(),
            batch: Vec::new(),
            is_cut: false,
            batches: 0,
            room: 0,
        }
    }

    /// Returns the number of positions for which the lists had room when it was measured.
    pub(super) fn room(&self) -> usize {
        self.room
    }

    fn measure_room(&mut self) {
        self.batches += 1;
        if self.batches % MEASURE_INTERVAL == 1 {
            let keys = |lists: &ByCost<K>| lists.iter().map(Vec::capacity).sum::<usize>();
            let todo: usize = self.todo.iter().map(keys).sum();
            self.room = keys(&self.layers) + keys(&self.work) + todo + 4 * self.found.capacity();
        }
    }

    /// Returns the number of positions that are to be looked up.
    pub(super) fn found(&self) -> usize {
        self.found.len()
    }

    /// Schedules the expansion of a position under a limit.
    pub(super) fn schedule(&mut self, key: K, cost: u16, limit: u16) {
        let index = usize::from(limit);
        if self.todo.len() <= index {
            self.todo.resize_with(index + 1, Vec::new);
        }
        push_at(&mut self.todo[index], cost, key);
    }

    /// Returns the number of positions to expand.
    pub(super) fn pending(&self) -> usize {
        self.work.iter().map(Vec::len).sum()
    }

    /// Returns `true` if nothing is left to do under the present limit.
    pub(super) fn is_done(&self) -> bool {
        self.found.is_empty() && self.pending() == 0
    }

    /// Expands positions until there are none, a solution is found or all threads must return. `check` is
    /// called before every batch is visited, and returns `true` if the search must end.
    pub(super) fn run<S: Space<Key = K>>(
        &mut self,
        shared: &Shared<'_, S>,
        mut check: impl FnMut(&Self) -> bool,
    ) {
        loop {
            if check(self) || !shared.has_room(self.found.len()) {
                shared.should_return.store(true, Ordering::Relaxed);
            }
            if shared.should_return.load(Ordering::Relaxed) {
                return;
            }
            if K::CAN_SHARE && shared.threads > 1 {
                self.visit::<true>(shared.visited, shared.visits());
            } else {
                self.visit::<false>(shared.visited, shared.visits());
            }
            if self.is_cut {
                shared.should_return.store(true, Ordering::Relaxed);
                return;
            }
            // The deepest positions come first.
            let Some(cost) = self.work.iter().rposition(|keys| !keys.is_empty()) else {
                break;
            };
            if shared.is_idle.load(Ordering::Relaxed) && self.pending() > MIN_SHARED {
                shared.should_return.store(true, Ordering::Relaxed);
                return;
            }
            self.expand(shared, cost);
            if self.goal.is_some() && shared.aim == Aim::First {
                shared.should_return.store(true, Ordering::Relaxed);
                return;
            }
        }
        shared.is_idle.store(true, Ordering::Relaxed);
    }

    /// Expands positions of one cost, and finds the positions after their moves that come within the limit.
    fn expand<S: Space<Key = K>>(&mut self, shared: &Shared<'_, S>, index: usize) {
        let mut batch = std::mem::take(&mut self.batch);
        let keys = &mut self.work[index];
        batch.extend(keys.drain(keys.len().saturating_sub(BATCH)..));
        let cost = index as u16;
        for (expanded, parent) in batch.iter().enumerate() {
            let mut goal = None;
            let found = &mut self.found;
            let wanted = shared.limit - cost;
            let next = shared.space.expand(*parent, wanted, |key, step, is_goal| {
                if is_goal {
                    goal = Some(key);
                } else {
                    found.push((key, cost + step));
                }
            });
            if let (Some(key), None) = (goal, self.goal) {
                self.goal = Some(Goal {
                    parent: *parent,
                    parent_cost: cost,
                    key,
                    cost: shared.limit,
                });
                if shared.aim == Aim::First {
                    break;
                }
            }
            if next != NO_MORE {
                self.schedule(*parent, cost, cost + next);
            }
            if self.found.len() > MAX_FOUND {
                self.work[index].extend(&batch[expanded + 1..]);
                break;
            }
        }
        batch.clear();
        self.batch = batch;
        self.measure_room();
    }

    /// Visits the found positions and keeps those that are new, at most `max_added` of them.
    fn visit<const SHARED: bool>(&mut self, visited: &VisitedSet<K>, max_added: usize) {
        for (key, _) in &self.found {
            std::hint::black_box(visited.touch(*key));
        }
        let mut added = 0;
        for (key, cost) in self.found.drain(..) {
            if added == max_added {
                self.is_cut = true;
                break;
            }
            if visited.insert::<SHARED>(key) {
                added += 1;
                push_at(&mut self.layers, cost, key);
                push_at(&mut self.work, cost, key);
            }
        }
        visited.add_len(added);
    }
}
