//! Searching the turns of the present position, wider and deeper.

use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::thread::{self, ScopedJoinHandle};

use botwerk_engine::netzwerk::Position;

use super::generation::{Candidate, sort};
use super::node_count::Stopped;
use super::pass::Pass;
use super::score::{WIN, is_decided, is_lost};
use super::search::Search;
use super::shared::Shared;
use super::turn::Turn;

/// What a search has found.
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

impl Found {
    /// What is best without looking ahead.
    fn without_search(candidate: &Candidate) -> Self {
        Self {
            line: vec![candidate.turn.clone()],
            score: candidate.value,
            depth: 0,
            nodes: 0,
        }
    }
}

/// Half the first window around the former depth's score.
const WINDOW: i32 = 40;

/// Searches one position in passes, each wider or deeper than the one before.
///
/// One thread's result is a function of position, width and limits; with several, the first
/// thread's result is given, and the others only fill the table.
pub(super) struct Deepening<'a> {
    /// The next pass, or the one that was stopped.
    pass: Pass,
    root: Root<'a>,
    /// The other threads' searches.
    helpers: Vec<Root<'a>>,
}

/// One thread's search of the turns of the position.
struct Root<'a> {
    shared: &'a Shared<'a>,
    position: &'a Position,
    search: Search<'a>,
    /// The turns of the position, best first as far as it is known.
    candidates: Vec<Candidate>,
    found: Option<Found>,
}

impl<'a> Deepening<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, position: &'a Position) -> Self {
        Self {
            pass: Pass::first(shared.width),
            root: Root::new(shared, position),
            helpers: Vec::new(),
        }
    }

    /// What was found so far.
    pub(super) fn found(&self) -> Option<&Found> {
        self.root.found.as_ref()
    }

    /// Goes on to a depth, with several threads, unless a limit stops it or nothing is left to
    /// find. `report` hears of every better turn.
    pub(super) fn deepen_to(
        &mut self,
        depth_limit: u32,
        threads: usize,
        report: &mut dyn FnMut(&Found),
    ) {
        let (shared, position) = (self.root.shared, self.root.position);
        self.helpers
            .resize_with(threads - 1, || Root::new(shared, position));
        while self.pass.depth <= depth_limit && !self.is_decided() {
            if self.search(report).is_err() {
                return;
            }
            let Some(next) = self.pass.next() else { return };
            self.pass = next;
        }
    }

    /// Whether passes of all widths have found the same end of the match.
    fn is_decided(&self) -> bool {
        self.found().is_some_and(|found| {
            is_decided(found.score) && WIN - found.score.abs() < self.pass.depth as i32
        })
    }

    /// Searches one pass.
    fn search(&mut self, report: &mut dyn FnMut(&Found)) -> Result<(), Stopped> {
        self.widen()?;
        let (pass, shared, root) = (self.pass, self.root.shared, &mut self.root);
        let searched = pass.width.searched_at_root(pass.depth);
        thread::scope(|scope| {
            for helper in &mut self.helpers {
                let few = root.candidates.iter().take(searched);
                helper.candidates.clear();
                helper.candidates.extend(few.cloned());
                helper.found.clone_from(&root.found);
                scope.spawn(move || helper.deepen(&mut |_| {}));
            }
            let finished = root.deepen(report);
            shared.stopped.store(true, Ordering::Relaxed);
            finished
        })
        .inspect(|()| shared.stopped.store(false, Ordering::Relaxed))
    }

    /// Takes up the turns that the pass chooses from, all threads listing some of them; the best
    /// of the pass before comes first.
    fn widen(&mut self) -> Result<(), Stopped> {
        let known = self.root.search.pass.root_width;
        for root in std::iter::once(&mut self.root).chain(&mut self.helpers) {
            root.search.pass = self.pass;
        }
        if known == self.pass.root_width && !self.root.candidates.is_empty() {
            return Ok(());
        }
        for helper in &mut self.helpers {
            helper.candidates.clear();
        }
        let mut candidates = Vec::new();
        let position = self.root.position;
        let search = &mut self.root.search;
        let (boards, turns) = search.root_boards(position, &mut candidates)?;
        let mut shares = boards.chunks(boards.len().div_ceil(self.helpers.len() + 1).max(1));
        let own = shares.next().unwrap_or_default();
        thread::scope(|scope| {
            let helping: Vec<_> = shares
                .zip(&mut self.helpers)
                .map(|(share, helper)| {
                    let list = &mut helper.candidates;
                    let search = &mut helper.search;
                    scope.spawn(move || search.root_turns(position, share, turns, list))
                })
                .collect();
            let listed = search.root_turns(position, own, turns, &mut candidates);
            // A thread that panics is asked nothing more, and this one panics as well.
            let helped = helping.into_iter().map(ScopedJoinHandle::join);
            let helped = helped.map(|listed| listed.unwrap_or_else(|why| resume_unwind(why)));
            listed.and(helped.collect::<Result<(), Stopped>>())
        })?;
        for helper in &mut self.helpers {
            candidates.append(&mut helper.candidates);
        }
        sort(&mut candidates);
        self.root.take_up(candidates);
        Ok(())
    }
}

impl<'a> Root<'a> {
    fn new(shared: &'a Shared<'a>, position: &'a Position) -> Self {
        Self {
            shared,
            position,
            search: Search::new(shared),
            candidates: Vec::new(),
            found: None,
        }
    }

    /// Chooses from these turns from now on, the best found so far first.
    fn take_up(&mut self, candidates: Vec<Candidate>) {
        self.candidates = candidates;
        match &self.found {
            Some(found) => self.put_first(found.line[0].clone(), found.score),
            None => self.found = self.candidates.first().map(Found::without_search),
        }
    }

    fn put_first(&mut self, turn: Turn, value: i32) {
        let same = |candidate: &Candidate| candidate.turn == turn;
        match self.candidates.iter().position(same) {
            Some(index) => self.candidates[..=index].rotate_right(1),
            None => self.candidates.insert(0, Candidate { turn, value }),
        }
    }

    /// Searches all turns so deep, with windows around the last score that grow until it fits.
    fn deepen(&mut self, report: &mut dyn FnMut(&Found)) -> Result<(), Stopped> {
        let last = self.found.as_ref();
        let last = last.filter(|found| found.depth > 1 && !is_decided(found.score));
        let (mut alpha, mut beta) = match last {
            Some(found) => (found.score - WINDOW, found.score + WINDOW),
            None => (-WIN, WIN),
        };
        let mut wider = WINDOW;
        loop {
            let score = self.search_all(alpha, beta, report)?;
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
        mut alpha: i32,
        beta: i32,
        report: &mut dyn FnMut(&Found),
    ) -> Result<i32, Stopped> {
        let Pass { depth, width, .. } = self.search.pass;
        let searched = width.searched_at_root(depth);
        let mut best = -WIN;
        let mut is_done = vec![false; self.candidates.len()];
        // Turns that another thread is searching come last.
        for puts_off in [true, false] {
            for index in 0..self.candidates.len() {
                if index >= searched && !is_lost(best) {
                    break;
                }
                let turn = &self.candidates[index].turn;
                let shares = self.shared.busy.counts_at(depth) && index > 0;
                if is_done[index] || puts_off && shares && self.shared.busy.has(turn) {
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
        let shares = self.shared.busy.counts_at(depth);
        let slot = shares.then(|| self.shared.busy.begin(turn));
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
            self.shared.busy.end(slot);
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
