//! Searching the turns of the present position, deeper and deeper.

use std::sync::atomic::Ordering;
use std::thread;

use botwerk_engine::netzwerk::Position;

use super::generation::Candidate;
use super::score::{WIN, is_decided, is_lost};
use super::search::{MAX_DEPTH, Search, Shared, Stopped};
use super::turn::Turn;

/// What a finished depth has found.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// The best turn first, then what is expected to be played.
    pub(super) line: Vec<Turn>,
    /// For the side whose turn it is.
    pub(super) score: i32,
    /// Turns searched ahead.
    pub(super) depth: u32,
    /// Positions looked at by all threads so far.
    pub(super) nodes: u64,
}

/// Half the first window around the former depth's score.
const WINDOW: i32 = 40;

/// Iterative deepening from one position.
///
/// One thread's result is a function of position, width and limits; with several, the first
/// thread's result is given, and the others only fill the table.
pub(super) struct Deepening<'a> {
    shared: &'a Shared<'a>,
    search: Search<'a>,
    position: &'a Position,
    /// The turns of the position, best first as far as it is known.
    candidates: Vec<Candidate>,
    /// The depth to which all of them were searched.
    depth: u32,
    found: Option<Found>,
}

impl<'a> Deepening<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, position: &'a Position) -> Self {
        let mut search = Search::new(shared);
        let mut candidates = Vec::new();
        let scope = shared.width.at_root(shared.node_limit);
        search
            .generation
            .candidates(position, scope, &mut candidates);
        Self {
            shared,
            search,
            position,
            candidates,
            depth: 0,
            found: None,
        }
    }

    /// What was found so far.
    pub(super) fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// Goes on to a depth, with several threads, unless a limit stops it or nothing is left to
    /// find. `report` hears of every better turn.
    pub(super) fn deepen_to(
        &mut self,
        depth_limit: u32,
        threads: usize,
        report: &mut dyn FnMut(&Found),
    ) {
        thread::scope(|scope| {
            for _ in 1..threads {
                let mut helper = self.helper();
                scope.spawn(move || helper.run(depth_limit, &mut |_| {}));
            }
            self.run(depth_limit, report);
            self.shared.stopped.store(true, Ordering::Relaxed);
        });
        self.shared.stopped.store(false, Ordering::Relaxed);
    }

    /// The same once more, for another thread.
    fn helper(&self) -> Self {
        Self {
            shared: self.shared,
            search: Search::new(self.shared),
            position: self.position,
            candidates: self.candidates.clone(),
            depth: self.depth,
            found: self.found.clone(),
        }
    }

    fn run(&mut self, depth_limit: u32, report: &mut dyn FnMut(&Found)) {
        for depth in self.depth + 1..=depth_limit.min(MAX_DEPTH) {
            let decided = self.found.as_ref().is_some_and(|found| {
                is_decided(found.score) && WIN - found.score.abs() <= self.depth as i32
            });
            if decided || self.deepen(depth, report).is_err() {
                return;
            }
            self.depth = depth;
        }
    }

    /// Searches all turns so deep, with windows around the last score that grow until it fits.
    fn deepen(&mut self, depth: u32, report: &mut dyn FnMut(&Found)) -> Result<(), Stopped> {
        let last = self.found.as_ref().map(|found| found.score);
        let last = last.filter(|score| depth > 2 && !is_decided(*score));
        let (mut alpha, mut beta) = match last {
            Some(score) => (score - WINDOW, score + WINDOW),
            None => (-WIN, WIN),
        };
        let mut wider = WINDOW;
        loop {
            let score = self.search_all(depth, alpha, beta, report)?;
            wider *= 4;
            if score <= alpha && alpha > -WIN {
                alpha = (score - wider).max(-WIN);
            } else if score >= beta && beta < WIN {
                beta = (score + wider).min(WIN);
            } else {
                return Ok(());
            }
        }
    }

    /// One pass over the turns; gives the best score, or a bound outside of the window. As long as
    /// all lose, more turns are searched.
    fn search_all(
        &mut self,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        report: &mut dyn FnMut(&Found),
    ) -> Result<i32, Stopped> {
        let searched = self.shared.width.searched_at_root(depth);
        let mut best = -WIN;
        let mut is_done = vec![false; self.candidates.len()];
        // Turns that another thread is searching come last.
        for puts_off in [true, false] {
            for index in 0..self.candidates.len() {
                if index >= searched && !is_lost(best) {
                    break;
                }
                let turn = &self.candidates[index].turn;
                let shares = self.search.shares(depth) && index > 0;
                if is_done[index] || puts_off && shares && self.search.is_busy(turn) {
                    continue;
                }
                let score = self.score(index, depth, [alpha, beta])?;
                is_done[index] = true;
                self.candidates[index].value = score;
                if score > best {
                    best = score;
                    if score > alpha || index == 0 {
                        self.note(index, score, depth, score > alpha && score < beta, report);
                        is_done[..=index].rotate_right(1);
                    }
                    alpha = alpha.max(score);
                }
                if alpha >= beta {
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }

    /// The score of a turn, for which others than the first need only be shown to be no better.
    fn score(&mut self, index: usize, depth: u32, [alpha, beta]: [i32; 2]) -> Result<i32, Stopped> {
        let turn = &self.candidates[index].turn;
        let shares = self.search.shares(depth);
        let slot = shares.then(|| self.search.set_busy(turn));
        let mut search = |alpha, beta| self.search.turn(self.position, turn, depth, alpha, beta);
        let mut scored = None;
        if index > 0 && beta - alpha > 1 {
            scored = match search(alpha, alpha + 1) {
                Ok(scout) if scout > alpha && scout < beta => None,
                scored => Some(scored),
            };
        }
        let scored = scored.unwrap_or_else(|| search(alpha, beta));
        if let Some(slot) = slot {
            self.search.set_free(slot);
        }
        scored
    }

    /// Takes a turn for the best one and puts it first.
    fn note(
        &mut self,
        index: usize,
        score: i32,
        depth: u32,
        is_exact: bool,
        report: &mut dyn FnMut(&Found),
    ) {
        self.candidates[..=index].rotate_right(1);
        let mut line = vec![self.candidates[0].turn.clone()];
        line.extend_from_slice(self.search.line());
        let found = Found {
            line,
            score,
            depth,
            nodes: self.shared.nodes.load(Ordering::Relaxed),
        };
        if is_exact {
            report(&found);
        }
        self.found = Some(found);
    }
}
