//! Alpha-beta over whole turns.

use botwerk_engine::netzwerk::{Position, RobotPhases, Side};
use rustc_hash::FxHashSet;

use super::generation::{Board, Candidate, Generation, NEVER_ENOUGH};
use super::keys::{key, table_key, turn_key};
use super::node_count::{NodeCount, Stopped};
use super::pass::{MAX_DEPTH, Pass};
use super::score::{DRAW, WIN, clamped, is_lost, shifted};
use super::shared::Shared;
use super::table::{Bound, Entry};
use super::turn::Turn;
use super::turn_order::TurnOrder;
use super::width::Scope;

/// One thread's search.
pub(super) struct Search<'a> {
    shared: &'a Shared<'a>,
    /// The pass that is being searched.
    pub(super) pass: Pass,
    generation: Generation<'a>,
    nodes: NodeCount<'a>,
    wins: RobotPhases,
    /// Candidates at each depth from the root: memory that is used again.
    buffers: Vec<Vec<Candidate>>,
    order: TurnOrder,
    /// Keys of the positions on the way from the root.
    path: Vec<u64>,
    /// The best turns found from each distance on.
    lines: Vec<Vec<Turn>>,
}

impl<'a> Search<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        let plies = MAX_DEPTH as usize + 2;
        Self {
            shared,
            pass: Pass::first(shared.width),
            generation: Generation::new(shared.weights, shared.rules),
            nodes: NodeCount::new(shared),
            wins: RobotPhases::new(),
            buffers: vec![Vec::new(); plies],
            order: TurnOrder::new(),
            path: Vec::with_capacity(plies),
            lines: vec![Vec::new(); plies],
        }
    }

    /// The best line found from the root on by the latest search of a turn.
    pub(super) fn line(&self) -> &[Turn] {
        &self.lines[1]
    }

    /// The score of one turn from the root, for the side whose turn it is there.
    pub(super) fn turn(
        &mut self,
        root: &Position,
        turn: &Turn,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.path.clear();
        self.path.push(key(root));
        self.child(root, turn, depth - 1, alpha, beta, 1)
    }

    /// The score of a turn at a distance from the root, for the side whose turn it is.
    fn child(
        &mut self,
        position: &Position,
        turn: &Turn,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Stopped> {
        self.lines[ply as usize].clear();
        let rules = self.shared.rules;
        if let Some(end) = rules.decided_by(turn.robots, position.side()) {
            return Ok(score_for(position.side(), end.winner, ply));
        }
        let after = turn.after(rules, position);
        Ok(-self.negamax(&after, depth, -beta, -alpha, ply)?)
    }

    /// The score of a position at a distance from the root, for the side to move; exact between
    /// alpha and beta, else a bound.
    pub(super) fn negamax(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
        ply: i32,
    ) -> Result<i32, Stopped> {
        self.nodes.add(1)?;
        self.lines[ply as usize].clear();
        let shared = self.shared;
        let key = key(position);
        if let Some(end) = shared.rules.end(position, false) {
            return Ok(score_for(position.side(), end.winner, ply));
        }
        if self.is_repeated(key) {
            return Ok(DRAW);
        }
        // No line from here wins or loses sooner than by this turn.
        alpha = alpha.max(-(WIN - ply - 1));
        beta = beta.min(WIN - ply - 1);
        if alpha >= beta {
            return Ok(alpha);
        }
        let table_key = table_key(shared.rules, position, key);
        let known = shared.table.get(table_key);
        if let Some(score) = known.and_then(|entry| self.cutoff(&entry, depth, alpha, beta, ply)) {
            return Ok(score);
        }
        let states = self.pass.width.win_states();
        if self
            .wins
            .win_within(shared.rules, position, states)
            .is_some()
        {
            return Ok(WIN - ply - 1);
        }
        if depth == 0 {
            return Ok(clamped(self.generation.evaluation.of(position)));
        }
        let node = Node {
            position,
            depth,
            ply,
            best_before: known.and_then(|entry| {
                let words = entry.turn?;
                Turn::unpack(shared.rules, position, words)
            }),
        };
        self.path.push(key);
        let found = self.best_turn(node, alpha, beta);
        self.path.pop();
        let (score, turn) = found?;
        shared.table.put(
            table_key,
            Entry {
                score: shifted(score, ply),
                depth: depth as u8,
                level: self.pass.level,
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

    /// The score of the best turn of a node, and that turn if it is above alpha.
    fn best_turn(
        &mut self,
        node: Node<'_>,
        alpha: i32,
        beta: i32,
    ) -> Result<(i32, Option<Turn>), Stopped> {
        let mut best = Best {
            score: -WIN,
            alpha,
            beta,
            turn: None,
        };
        if let Some(turn) = &node.best_before
            && self.try_turn(&node, turn, false, &mut best)?
        {
            return Ok((best.score, best.turn));
        }
        let mut candidates = std::mem::take(&mut self.buffers[node.ply as usize]);
        let found = self.try_generated(&node, &mut candidates, &mut best);
        self.buffers[node.ply as usize] = candidates;
        found?;
        Ok((best.score, best.turn))
    }

    /// Generates turns and searches them. If all of them lose, more are generated before that is
    /// believed.
    ///
    /// The value of a last turn is its score unless the opponent wins at once, so there the first
    /// turns that are worth beta are tried before others are generated.
    fn try_generated(
        &mut self,
        node: &Node<'_>,
        candidates: &mut Vec<Candidate>,
        best: &mut Best,
    ) -> Result<(), Stopped> {
        let scope = self.pass.width.at(node.depth);
        let enough = if node.depth == 1 {
            best.beta
        } else {
            NEVER_ENOUGH
        };
        let mut has_all = self.generate(node, scope, enough, candidates)?;
        let has_enough = candidates.first().is_some_and(|best| best.value >= enough);
        self.try_all(node, candidates, best)?;
        if has_enough && best.score < best.beta {
            has_all = self.generate(node, scope, NEVER_ENOUGH, candidates)?;
            self.try_all(node, candidates, best)?;
        }
        if has_all || !is_lost(best.score) {
            return Ok(());
        }
        let tried = candidates.iter().map(|candidate| turn_key(&candidate.turn));
        let tried: FxHashSet<u64> = tried.collect();
        self.generate(node, scope.widened(), NEVER_ENOUGH, candidates)?;
        candidates.retain(|candidate| !tried.contains(&turn_key(&candidate.turn)));
        self.try_all(node, candidates, best)
    }

    /// Generates turns in the order in which they are searched; `true` if there are no others.
    fn generate(
        &mut self,
        node: &Node<'_>,
        scope: Scope,
        enough: i32,
        candidates: &mut Vec<Candidate>,
    ) -> Result<bool, Stopped> {
        let nodes = &mut self.nodes;
        let has_all = self.generation.candidates(
            node.position,
            scope,
            enough,
            candidates,
            &mut |looked_at| nodes.add(looked_at),
        )?;
        if node.depth > 1 {
            self.order.sort(node.position, node.ply, candidates);
        }
        Ok(has_all)
    }

    /// The boards of the root, and about how many turns are to be listed over each; boards that
    /// decide the match are candidates.
    pub(super) fn root_boards(
        &mut self,
        root: &Position,
        candidates: &mut Vec<Candidate>,
    ) -> Result<(Vec<Board>, usize), Stopped> {
        let scope = self.pass.root_width.at_root(self.shared.node_limit);
        let nodes = &mut self.nodes;
        let counts = self.pass != Pass::first(self.shared.width);
        let mut count = |looked_at| count_root(nodes, counts, looked_at);
        let generation = &mut self.generation;
        generation.list_boards(root, scope, NEVER_ENOUGH, candidates, &mut count)?;
        let boards = generation.boards().to_vec();
        let turns = scope.turns / boards.len().max(1);
        Ok((boards, turns))
    }

    /// Adds about so many turns of the root over each of these boards.
    pub(super) fn root_turns(
        &mut self,
        root: &Position,
        boards: &[Board],
        turns: usize,
        candidates: &mut Vec<Candidate>,
    ) -> Result<(), Stopped> {
        let nodes = &mut self.nodes;
        let counts = self.pass != Pass::first(self.shared.width);
        let mut count = |looked_at| count_root(nodes, counts, looked_at);
        let generation = &mut self.generation;
        generation.turns_over(root, boards, turns, NEVER_ENOUGH, candidates, &mut count)?;
        Ok(())
    }

    /// Searches candidates until one cuts off.
    ///
    /// With several threads, a turn that another thread is searching is put off.
    fn try_all(
        &mut self,
        node: &Node<'_>,
        candidates: &[Candidate],
        best: &mut Best,
    ) -> Result<(), Stopped> {
        let shares = self.shared.busy.counts_at(node.depth);
        let mut put_off: Vec<usize> = Vec::new();
        for (index, Candidate { turn, value }) in candidates.iter().enumerate() {
            if node.depth == 1 && *value <= best.score.max(best.alpha) {
                // Those that follow have no larger value.
                best.score = best.score.max(*value);
                return Ok(());
            }
            if node.best_before.as_ref() == Some(turn) {
                continue;
            }
            if shares && index > 0 && self.shared.busy.has(turn) {
                put_off.push(index);
                continue;
            }
            if self.try_turn(node, turn, shares, best)? {
                return Ok(());
            }
        }
        for index in put_off {
            if self.try_turn(node, &candidates[index].turn, shares, best)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Searches one turn; `true` if it cuts off.
    fn try_turn(
        &mut self,
        node: &Node<'_>,
        turn: &Turn,
        shares: bool,
        best: &mut Best,
    ) -> Result<bool, Stopped> {
        let slot = shares.then(|| self.shared.busy.begin(turn));
        let scored = self.score_turn(node, turn, best);
        if let Some(slot) = slot {
            self.shared.busy.end(slot);
        }
        let score = scored?;
        if score > best.score {
            best.score = score;
        }
        if score > best.alpha {
            best.alpha = score;
            best.turn = Some(turn.clone());
            self.lengthen_line(node.ply, turn);
        }
        if score >= best.beta {
            self.order
                .note_cutoff(node.position, node.ply, node.depth, turn);
            return Ok(true);
        }
        Ok(false)
    }

    /// Principal variation search: once there is a best turn, others need only be shown to be no
    /// better.
    fn score_turn(&mut self, node: &Node<'_>, turn: &Turn, best: &Best) -> Result<i32, Stopped> {
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

    fn lengthen_line(&mut self, ply: i32, turn: &Turn) {
        let (before, behind) = self.lines.split_at_mut(ply as usize + 1);
        let (line, rest) = (&mut before[ply as usize], &behind[0]);
        line.clear();
        line.push(turn.clone());
        line.extend_from_slice(rest);
    }

    /// Whether the match would be drawn, or has been here on this line: then nothing is gained by
    /// coming here again (NW-25).
    fn is_repeated(&self, key: u64) -> bool {
        let repetition = self.shared.rules.repetition;
        if repetition == 0 {
            return false;
        }
        let earlier = self.shared.earlier.iter().find(|(known, _)| *known == key);
        let times = earlier.map_or(0, |(_, times)| *times);
        times + 1 >= repetition || self.path.contains(&key)
    }

    /// The score of a table's entry, if it is wide and deep enough to end the search of this
    /// position.
    fn cutoff(&self, entry: &Entry, depth: u32, alpha: i32, beta: i32, ply: i32) -> Option<i32> {
        let score = shifted(entry.score, -ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        let reaches = entry.level >= self.pass.level && u32::from(entry.depth) >= depth;
        (reaches && decides).then_some(score)
    }
}

/// Counts what is looked at to list the turns of the root. The first pass lists few, whatever the
/// limits are: something must be played.
fn count_root(nodes: &mut NodeCount<'_>, counts: bool, looked_at: u64) -> Result<(), Stopped> {
    if counts { nodes.add(looked_at) } else { Ok(()) }
}

/// A position whose turns are searched.
struct Node<'a> {
    position: &'a Position,
    /// Turns left to search.
    depth: u32,
    /// Turns from the root.
    ply: i32,
    /// The turn that was best when the position was searched before.
    best_before: Option<Turn>,
}

/// The best turn so far and the window.
struct Best {
    score: i32,
    alpha: i32,
    beta: i32,
    turn: Option<Turn>,
}

/// The score of a match that has ended, so many turns from the root.
fn score_for(side: Side, winner: Option<Side>, ply: i32) -> i32 {
    match winner {
        None => DRAW,
        Some(winner) if winner == side => WIN - ply,
        Some(_) => -(WIN - ply),
    }
}
