//! Alpha-beta search over complete turns.

use std::sync::atomic::Ordering;

use botwerk_engine::netzwerk::{PhaseLimits, Position, RobotPhases, Side};
use rustc_hash::FxHashSet;

use super::generation::{Board, Candidate, Generation, UNREACHABLE};
use super::iteration::{Iteration, MAX_DEPTH};
use super::keys::{position_key, table_key, turn_key};
use super::score::{DRAW, WIN, clamp_static, is_lost, shift_win};
use super::search_context::{NodeCounter, SearchContext, SearchStopped};
use super::transposition_table::{Bound, TableEntry};
use super::turn::Turn;
use super::turn_order::TurnOrder;
use super::width::GenerationLimits;

/// One thread's search.
pub(super) struct Search<'a> {
    context: &'a SearchContext<'a>,
    /// The current iteration.
    pub(super) iteration: Iteration,
    generation: Generation<'a>,
    nodes: NodeCounter<'a>,
    wins: RobotPhases,
    /// Candidates at each depth from the root; the memory is reused.
    buffers: Vec<Vec<Candidate>>,
    order: TurnOrder,
    /// Keys of the positions from the root to the current one.
    path: Vec<u64>,
    /// Principal variations from each distance on.
    variations: Vec<Vec<Turn>>,
}

impl<'a> Search<'a> {
    pub(super) fn new(context: &'a SearchContext<'a>) -> Self {
        let plies = MAX_DEPTH as usize + 2;
        Self {
            context,
            iteration: Iteration::first(context.width),
            generation: Generation::new(context.rules, context.evaluator()),
            nodes: NodeCounter::new(context),
            wins: RobotPhases::new(),
            buffers: vec![Vec::new(); plies],
            order: TurnOrder::new(),
            path: Vec::with_capacity(plies),
            variations: vec![Vec::new(); plies],
        }
    }

    /// Returns the principal variation of the latest search of a turn.
    pub(super) fn variation(&self) -> &[Turn] {
        &self.variations[1]
    }

    /// Returns the score of a turn at the root, for the side whose turn it is there.
    pub(super) fn turn(
        &mut self,
        root: &Position,
        turn: &Turn,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStopped> {
        self.path.clear();
        self.path.push(position_key(root));
        self.child(root, turn, depth - 1, alpha, beta, 1)
    }

    /// Returns the score of a turn at a distance from the root, for the side whose turn it is.
    fn child(
        &mut self,
        position: &Position,
        turn: &Turn,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, SearchStopped> {
        self.variations[ply as usize].clear();
        let rules = self.context.rules;
        if let Some(end) = rules.decided_by(turn.robots, position.side()) {
            return Ok(score_for(position.side(), end.winner, ply));
        }
        let after = turn.after(rules, position);
        Ok(-self.negamax(&after, depth, -beta, -alpha, ply)?)
    }

    /// Returns the score of a position at a distance from the root, for the side to move; exact
    /// between alpha and beta, else a bound.
    pub(super) fn negamax(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
        ply: i32,
    ) -> Result<i32, SearchStopped> {
        self.nodes.add(1)?;
        self.variations[ply as usize].clear();
        let context = self.context;
        let key = position_key(position);
        if let Some(end) = context.rules.end(position, false) {
            return Ok(score_for(position.side(), end.winner, ply));
        }
        if self.is_repeated(key) {
            return Ok(DRAW);
        }
        // No continuation wins or loses sooner than in the current turn.
        alpha = alpha.max(-(WIN - ply - 1));
        beta = beta.min(WIN - ply - 1);
        if alpha >= beta {
            return Ok(alpha);
        }
        let table_key = table_key(context.rules, position, key);
        let stored = context.table.get(table_key);
        if let Some(score) = stored.and_then(|entry| self.cutoff(&entry, depth, alpha, beta, ply)) {
            return Ok(score);
        }
        let limits = PhaseLimits {
            states: self.iteration.width.win_states().min(context.win_states),
            should_stop: &|| context.should_stop(),
            ..PhaseLimits::NONE
        };
        if self.wins.has_win_within(context.rules, position, limits) {
            return Ok(WIN - ply - 1);
        }
        if context.stopped.load(Ordering::Relaxed) {
            return Err(SearchStopped);
        }
        if depth == 0 {
            return Ok(clamp_static(self.generation.evaluation.evaluate(position)));
        }
        let node = Node {
            position,
            depth,
            ply,
            stored_turn: stored.and_then(|entry| {
                let words = entry.turn?;
                Turn::unpack(context.rules, position, words)
            }),
        };
        self.path.push(key);
        let result = self.best_turn(node, alpha, beta);
        self.path.pop();
        let (score, turn) = result?;
        context.table.put(
            table_key,
            TableEntry {
                score: shift_win(score, ply),
                depth: depth as u8,
                level: self.iteration.level,
                bound: if score >= beta {
                    Bound::Lower
                } else if score > alpha {
                    Bound::Exact
                } else {
                    Bound::Upper
                },
                turn: turn.and_then(|turn| turn.pack()),
            },
        );
        Ok(score)
    }

    /// Returns the score of the best turn of a node, and that turn if it is above alpha.
    fn best_turn(
        &mut self,
        node: Node<'_>,
        alpha: i32,
        beta: i32,
    ) -> Result<(i32, Option<Turn>), SearchStopped> {
        let mut best = Best {
            score: -WIN,
            alpha,
            beta,
            turn: None,
        };
        if let Some(turn) = &node.stored_turn
            && self.try_turn(&node, turn, false, &mut best)?
        {
            return Ok((best.score, best.turn));
        }
        let mut candidates = std::mem::take(&mut self.buffers[node.ply as usize]);
        let result = self.try_generated(&node, &mut candidates, &mut best);
        self.buffers[node.ply as usize] = candidates;
        result?;
        Ok((best.score, best.turn))
    }

    /// Generates turns and searches them. If all of them lose, more turns are generated before the
    /// position counts as lost.
    ///
    /// The value of a last turn is its score unless the opponent wins at once, so turns with at
    /// least the value beta are tried before further turns are generated.
    fn try_generated(
        &mut self,
        node: &Node<'_>,
        candidates: &mut Vec<Candidate>,
        best: &mut Best,
    ) -> Result<(), SearchStopped> {
        let limits = self.iteration.width.at_depth(node.depth);
        let enough = if node.depth == 1 {
            best.beta
        } else {
            UNREACHABLE
        };
        let mut has_all = self.generate(node, limits, enough, candidates)?;
        let has_enough = candidates.first().is_some_and(|best| best.value >= enough);
        self.try_all(node, candidates, best)?;
        if has_enough && best.score < best.beta {
            has_all = self.generate(node, limits, UNREACHABLE, candidates)?;
            self.try_all(node, candidates, best)?;
        }
        if has_all || !is_lost(best.score) {
            return Ok(());
        }
        let tried = candidates.iter().map(|candidate| turn_key(&candidate.turn));
        let tried: FxHashSet<u64> = tried.collect();
        self.generate(node, limits.widened(), UNREACHABLE, candidates)?;
        candidates.retain(|candidate| !tried.contains(&turn_key(&candidate.turn)));
        self.try_all(node, candidates, best)
    }

    /// Generates turns in the order of search; returns `true` if there are no others.
    fn generate(
        &mut self,
        node: &Node<'_>,
        limits: GenerationLimits,
        enough: i32,
        candidates: &mut Vec<Candidate>,
    ) -> Result<bool, SearchStopped> {
        let nodes = &mut self.nodes;
        let has_all = self.generation.candidates(
            node.position,
            limits,
            enough,
            candidates,
            &mut |examined| nodes.add(examined),
        )?;
        if node.depth > 1 {
            self.order.sort(node.position, node.ply, candidates);
        }
        Ok(has_all)
    }

    /// Returns the boards of the root, and about how many turns are to be generated on each; boards
    /// that decide the match become candidates.
    pub(super) fn root_boards(
        &mut self,
        root: &Position,
        candidates: &mut Vec<Candidate>,
    ) -> Result<(Vec<Board>, usize), SearchStopped> {
        let limits = self.iteration.root_width.at_root(self.context.node_limit);
        let mut count = root_count(self.context, &mut self.nodes, self.iteration);
        let generation = &mut self.generation;
        generation.list_boards(root, limits, UNREACHABLE, candidates, &mut count)?;
        let boards = generation.boards().to_vec();
        let turns = limits.turns / boards.len().max(1);
        Ok((boards, turns))
    }

    /// Adds about `turns` turns of the root on each of these boards.
    pub(super) fn root_turns(
        &mut self,
        root: &Position,
        boards: &[Board],
        turns: usize,
        candidates: &mut Vec<Candidate>,
    ) -> Result<(), SearchStopped> {
        let mut count = root_count(self.context, &mut self.nodes, self.iteration);
        let generation = &mut self.generation;
        generation.add_turns(root, boards, turns, UNREACHABLE, candidates, &mut count)?;
        Ok(())
    }

    /// Searches candidates until one of them is a cutoff.
    ///
    /// With several threads, a turn that another thread is searching is deferred.
    fn try_all(
        &mut self,
        node: &Node<'_>,
        candidates: &[Candidate],
        best: &mut Best,
    ) -> Result<(), SearchStopped> {
        let is_shared = self.context.active_turns.applies_at(node.depth);
        let mut deferred: Vec<usize> = Vec::new();
        for (index, Candidate { turn, value }) in candidates.iter().enumerate() {
            if node.depth == 1 && *value <= best.score.max(best.alpha) {
                // Candidates are sorted by value, so no later one has a larger value.
                best.score = best.score.max(*value);
                return Ok(());
            }
            if node.stored_turn.as_ref() == Some(turn) {
                continue;
            }
            if is_shared && index > 0 && self.context.active_turns.contains(turn) {
                deferred.push(index);
                continue;
            }
            if self.try_turn(node, turn, is_shared, best)? {
                return Ok(());
            }
        }
        for index in deferred {
            if self.try_turn(node, &candidates[index].turn, is_shared, best)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Searches one turn; returns `true` if it is a cutoff.
    fn try_turn(
        &mut self,
        node: &Node<'_>,
        turn: &Turn,
        is_shared: bool,
        best: &mut Best,
    ) -> Result<bool, SearchStopped> {
        let slot = is_shared.then(|| self.context.active_turns.start(turn));
        let result = self.score_turn(node, turn, best);
        if let Some(slot) = slot {
            self.context.active_turns.finish(slot);
        }
        let score = result?;
        if score > best.score {
            best.score = score;
        }
        if score > best.alpha {
            best.alpha = score;
            best.turn = Some(turn.clone());
            self.prepend_to_variation(node.ply, turn);
        }
        if score >= best.beta {
            self.order
                .record_cutoff(node.position, node.ply, node.depth, turn);
            return Ok(true);
        }
        Ok(false)
    }

    /// Returns the score of a turn by principal variation search: once there is a best turn, a
    /// zero-window search first tests whether another one is better.
    fn score_turn(
        &mut self,
        node: &Node<'_>,
        turn: &Turn,
        best: &Best,
    ) -> Result<i32, SearchStopped> {
        let Node {
            position,
            depth,
            ply,
            ..
        } = *node;
        let (alpha, beta) = (best.alpha, best.beta);
        if best.turn.is_some() && beta - alpha > 1 {
            let score = self.child(position, turn, depth - 1, alpha, alpha + 1, ply + 1)?;
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        self.child(position, turn, depth - 1, alpha, beta, ply + 1)
    }

    fn prepend_to_variation(&mut self, ply: i32, turn: &Turn) {
        let (head, tail) = self.variations.split_at_mut(ply as usize + 1);
        let (variation, continuation) = (&mut head[ply as usize], &tail[0]);
        variation.clear();
        variation.push(turn.clone());
        variation.extend_from_slice(continuation);
    }

    /// Returns `true` if the position draws the match or was visited on this path: repeating it
    /// gains nothing (NW-25).
    fn is_repeated(&self, key: u64) -> bool {
        let repetition = self.context.rules.repetition;
        if repetition == 0 {
            return false;
        }
        let occurrences = self.context.earlier.iter().find(|(known, _)| *known == key);
        let count = occurrences.map_or(0, |(_, count)| *count);
        count + 1 >= repetition || self.path.contains(&key)
    }

    /// Returns the score of a table entry if it is wide and deep enough to end the search of this
    /// position.
    fn cutoff(
        &self,
        entry: &TableEntry,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Option<i32> {
        let score = shift_win(entry.score, -ply);
        let is_decisive = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        let is_sufficient = entry.level >= self.iteration.level && u32::from(entry.depth) >= depth;
        (is_sufficient && is_decisive).then_some(score)
    }
}

/// Returns the function that counts the nodes of a list of the root's turns. Those of the first iteration are
/// not counted, since it must provide a turn within any limit; it ends with what it has found.
fn root_count<'c>(
    context: &'c SearchContext<'_>,
    nodes: &'c mut NodeCounter<'_>,
    iteration: Iteration,
) -> impl FnMut(u64) -> Result<u64, SearchStopped> + 'c {
    let is_counted = iteration != Iteration::first(context.width);
    move |examined| {
        if is_counted {
            nodes.add(examined)
        } else if (context.should_stop)() {
            Ok(0)
        } else {
            Ok(u64::MAX)
        }
    }
}

/// A position whose turns are searched.
struct Node<'a> {
    position: &'a Position,
    /// Remaining depth in turns.
    depth: u32,
    /// Distance from the root in turns.
    ply: i32,
    /// Best turn of a previous search of this position.
    stored_turn: Option<Turn>,
}

/// The best turn so far, and the window.
struct Best {
    score: i32,
    alpha: i32,
    beta: i32,
    turn: Option<Turn>,
}

/// Returns the score of a match that ended `ply` turns from the root.
fn score_for(side: Side, winner: Option<Side>, ply: i32) -> i32 {
    match winner {
        None => DRAW,
        Some(winner) if winner == side => WIN - ply,
        Some(_) => -(WIN - ply),
    }
}
