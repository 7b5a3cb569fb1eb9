//! Search of the root position in iterations.

use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::thread::{self, ScopedJoinHandle};

use botwerk_engine::netzwerk::Position;

use super::generation::{Candidate, sort_candidates};
use super::iteration::Iteration;
use super::score::{WIN, is_decided, is_lost};
use super::search::Search;
use super::search_context::{SearchContext, SearchStopped};
use super::turn::Turn;

/// The result of a search.
#[derive(Debug, Clone)]
pub(super) struct SearchResult {
    /// The principal variation, starting with the best turn.
    pub(super) line: Vec<Turn>,
    /// Score for the side whose turn it is.
    pub(super) score: i32,
    /// Search depth in turns.
    pub(super) depth: u32,
    /// Number of nodes searched by all threads so far.
    pub(super) nodes: u64,
}

impl SearchResult {
    /// Creates the result of a candidate by its static value.
    fn without_search(candidate: &Candidate) -> Self {
        Self {
            line: vec![candidate.turn.clone()],
            score: candidate.value,
            depth: 0,
            nodes: 0,
        }
    }
}

/// Half the width of the first window around the score of the previous depth.
const WINDOW: i32 = 40;

/// Searches one position in iterations, each wider or deeper than the previous one.
///
/// One thread's result is a function of position, width and limits. With several threads, the first
/// thread provides the result, and the others only fill the table.
pub(super) struct IterativeDeepening<'a> {
    /// The next iteration, or the one that was stopped.
    iteration: Iteration,
    root: RootSearch<'a>,
    /// Searches of the other threads.
    helpers: Vec<RootSearch<'a>>,
}

/// One thread's search of the turns of the root.
struct RootSearch<'a> {
    context: &'a SearchContext<'a>,
    position: &'a Position,
    search: Search<'a>,
    /// Turns of the root, the best known ones first.
    candidates: Vec<Candidate>,
    found: Option<SearchResult>,
}

impl<'a> IterativeDeepening<'a> {
    pub(super) fn new(context: &'a SearchContext<'a>, position: &'a Position) -> Self {
        Self {
            iteration: Iteration::first(context.width),
            root: RootSearch::new(context, position),
            helpers: Vec::new(),
        }
    }

    /// Returns the best result so far.
    pub(super) fn found(&self) -> Option<&SearchResult> {
        self.root.found.as_ref()
    }

    /// Continues to a depth, with several threads, unless a limit stops the search or the result is
    /// decided. Calls `report` for every better turn.
    pub(super) fn deepen_to(
        &mut self,
        depth_limit: u32,
        threads: usize,
        report: &mut dyn FnMut(&SearchResult),
    ) {
        let (context, position) = (self.root.context, self.root.position);
        self.helpers
            .resize_with(threads - 1, || RootSearch::new(context, position));
        while self.iteration.depth <= depth_limit && !self.is_decided() {
            if self.search(report).is_err() {
                return;
            }
            let Some(next) = self.iteration.next() else {
                return;
            };
            self.iteration = next;
        }
    }

    /// Returns `true` if iterations of all widths have found the same end of the match.
    fn is_decided(&self) -> bool {
        self.found().is_some_and(|found| {
            is_decided(found.score) && WIN - found.score.abs() < self.iteration.depth as i32
        })
    }

    /// Searches one iteration.
    fn search(&mut self, report: &mut dyn FnMut(&SearchResult)) -> Result<(), SearchStopped> {
        self.update_candidates()?;
        let (iteration, context, root) = (self.iteration, self.root.context, &mut self.root);
        let limit = iteration.width.searched_at_root(iteration.depth);
        // Each list of a helper takes milliseconds.
        for helper in &mut self.helpers {
            context.check_stop()?;
            let candidates = root.candidates.iter().take(limit);
            helper.candidates.clear();
            helper.candidates.extend(candidates.cloned());
            helper.found.clone_from(&root.found);
        }
        thread::scope(|scope| {
            for helper in &mut self.helpers {
                scope.spawn(move || helper.deepen(&mut |_| {}));
            }
            let result = root.deepen(report);
            context.stopped.store(true, Ordering::Relaxed);
            result
        })
        .inspect(|()| context.stopped.store(false, Ordering::Relaxed))
    }

    /// Lists the turns of the iteration at the root, with all threads; the best turn of the
    /// previous iteration comes first.
    fn update_candidates(&mut self) -> Result<(), SearchStopped> {
        let last_width = self.root.search.iteration.root_width;
        for root in std::iter::once(&mut self.root).chain(&mut self.helpers) {
            root.search.iteration = self.iteration;
        }
        if last_width == self.iteration.root_width && !self.root.candidates.is_empty() {
            return Ok(());
        }
        for helper in &mut self.helpers {
            helper.candidates.clear();
        }
        let mut candidates = Vec::new();
        let position = self.root.position;
        let search = &mut self.root.search;
        let (boards, turns) = search.root_boards(position, &mut candidates)?;
        let mut chunks = boards.chunks(boards.len().div_ceil(self.helpers.len() + 1).max(1));
        let own_boards = chunks.next().unwrap_or_default();
        thread::scope(|scope| {
            let workers: Vec<_> = chunks
                .zip(&mut self.helpers)
                .map(|(chunk, helper)| {
                    let list = &mut helper.candidates;
                    let search = &mut helper.search;
                    scope.spawn(move || search.root_turns(position, chunk, turns, list))
                })
                .collect();
            let result = search.root_turns(position, own_boards, turns, &mut candidates);
            // If a helper thread panics, the panic is propagated.
            let results = workers.into_iter().map(ScopedJoinHandle::join);
            let results =
                results.map(|result| result.unwrap_or_else(|payload| resume_unwind(payload)));
            result.and(results.collect::<Result<(), SearchStopped>>())
        })?;
        for helper in &mut self.helpers {
            candidates.append(&mut helper.candidates);
        }
        // More than 100,000 turns are sorted for more than 10 ms.
        self.root.context.check_stop()?;
        sort_candidates(&mut candidates);
        self.root.set_candidates(candidates);
        Ok(())
    }
}

impl<'a> RootSearch<'a> {
    fn new(context: &'a SearchContext<'a>, position: &'a Position) -> Self {
        Self {
            context,
            position,
            search: Search::new(context),
            candidates: Vec::new(),
            found: None,
        }
    }

    /// Replaces the candidates and puts the best turn so far first.
    fn set_candidates(&mut self, candidates: Vec<Candidate>) {
        self.candidates = candidates;
        match &self.found {
            Some(found) => self.put_first(found.line[0].clone(), found.score),
            None => self.found = self.candidates.first().map(SearchResult::without_search),
        }
    }

    fn put_first(&mut self, turn: Turn, value: i32) {
        let is_same = |candidate: &Candidate| candidate.turn == turn;
        match self.candidates.iter().position(is_same) {
            Some(index) => self.candidates[..=index].rotate_right(1),
            None => self.candidates.insert(0, Candidate { turn, value }),
        }
    }

    /// Searches all turns at the iteration's depth, with windows around the last score that widen
    /// until the score is inside.
    fn deepen(&mut self, report: &mut dyn FnMut(&SearchResult)) -> Result<(), SearchStopped> {
        let last = self.found.as_ref();
        let last = last.filter(|found| found.depth > 1 && !is_decided(found.score));
        let (mut alpha, mut beta) = match last {
            Some(found) => (found.score - WINDOW, found.score + WINDOW),
            None => (-WIN, WIN),
        };
        let mut margin = WINDOW;
        loop {
            let score = self.search_all(alpha, beta, report)?;
            margin *= 4;
            if score <= alpha && alpha > -WIN {
                alpha = (score - margin).max(-WIN);
            } else if score >= beta && beta < WIN {
                beta = (score + margin).min(WIN);
            } else {
                return Ok(());
            }
        }
    }

    /// Searches the turns once; returns the best score, or a bound outside of the window. Searches
    /// more turns as long as all of them lose.
    fn search_all(
        &mut self,
        mut alpha: i32,
        beta: i32,
        report: &mut dyn FnMut(&SearchResult),
    ) -> Result<i32, SearchStopped> {
        let Iteration { depth, width, .. } = self.search.iteration;
        let limit = width.searched_at_root(depth);
        let mut best = -WIN;
        let mut is_done = vec![false; self.candidates.len()];
        // Turns that another thread is searching are deferred.
        for defers in [true, false] {
            for index in 0..self.candidates.len() {
                if index >= limit && !is_lost(best) {
                    break;
                }
                let turn = &self.candidates[index].turn;
                let is_shared = self.context.active_turns.applies_at(depth) && index > 0;
                if is_done[index] || defers && is_shared && self.context.active_turns.contains(turn)
                {
                    continue;
                }
                let score = self.score(index, depth, [alpha, beta])?;
                is_done[index] = true;
                self.candidates[index].value = score;
                if score > best {
                    best = score;
                    if score > alpha || index == 0 {
                        self.set_best(index, score, depth, score > alpha && score < beta, report);
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

    /// Returns the score of a turn. For turns after the first, a zero-window search first tests
    /// whether they are better.
    fn score(
        &mut self,
        index: usize,
        depth: u32,
        [alpha, beta]: [i32; 2],
    ) -> Result<i32, SearchStopped> {
        let turn = &self.candidates[index].turn;
        let is_shared = self.context.active_turns.applies_at(depth);
        let slot = is_shared.then(|| self.context.active_turns.start(turn));
        let mut search = |alpha, beta| self.search.turn(self.position, turn, depth, alpha, beta);
        let mut result = None;
        if index > 0 && beta - alpha > 1 {
            result = match search(alpha, alpha + 1) {
                Ok(score) if score > alpha && score < beta => None,
                result => Some(result),
            };
        }
        let result = result.unwrap_or_else(|| search(alpha, beta));
        if let Some(slot) = slot {
            self.context.active_turns.finish(slot);
        }
        result
    }

    /// Records a turn as the best one and puts it first.
    fn set_best(
        &mut self,
        index: usize,
        score: i32,
        depth: u32,
        is_exact: bool,
        report: &mut dyn FnMut(&SearchResult),
    ) {
        self.candidates[..=index].rotate_right(1);
        let mut line = vec![self.candidates[0].turn.clone()];
        line.extend_from_slice(self.search.variation());
        let found = SearchResult {
            line,
            score,
            depth,
            nodes: self.context.nodes.load(Ordering::Relaxed),
        };
        if is_exact {
            report(&found);
        }
        self.found = Some(found);
    }
}
