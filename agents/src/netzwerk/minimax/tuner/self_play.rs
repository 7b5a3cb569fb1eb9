//! Matches of the agent against itself, and the positions in them.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use botwerk_engine::netzwerk::{Action, Netzwerk, Position, RobotPhases, Side, State};
use botwerk_engine::{Actor, GameRules, History, RootSeed, Turn as Decision};

use super::tuning::TuningConfig;
use crate::agent::Enforcement;
use crate::netzwerk::minimax::abdada::ActiveTurns;
use crate::netzwerk::minimax::evaluation::each_feature;
use crate::netzwerk::minimax::keys::occurrences;
use crate::netzwerk::minimax::root::IterativeDeepening;
use crate::netzwerk::minimax::score::is_decided;
use crate::netzwerk::minimax::search_context::SearchContext;
use crate::netzwerk::minimax::transposition_table::TranspositionTable;
use crate::netzwerk::minimax::weights::Weights;
use crate::netzwerk::minimax::width::SearchWidth;
use crate::netzwerk::static_evaluation::any_turn;

/// A position with the result of its match.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sample {
    /// Feature indices, with the count of the side to move minus the count of the other side.
    pub(super) features: Vec<(u16, i16)>,
    /// 1 if the side to move has won, 0 if it has lost, 0.5 for a draw.
    pub(super) result: f32,
}

/// Size of a transposition table in bytes; matches use few nodes.
const TABLE_BYTES: usize = 1 << 20;

/// Plays the matches of one round; returns their samples in the order of the matches.
pub(super) fn round(
    game: &Netzwerk,
    weights: &Weights,
    tuning: &TuningConfig,
    round: u32,
) -> Vec<Sample> {
    let seed = format!("{}/{round}", tuning.seed.to_hex());
    let play = |number, table: &mut TranspositionTable| {
        let seed = format!("{seed}/{number}");
        play(game, [weights; 2], tuning.nodes, &seed, table).samples()
    };
    play_all(tuning.matches, tuning.threads, play)
        .into_iter()
        .flatten()
        .collect()
}

/// Plays matches of two sets of weights, every opening with both sides; returns the wins, draws and
/// losses of the first one.
pub(super) fn validate(game: &Netzwerk, weights: [&Weights; 2], tuning: &TuningConfig) -> [u64; 3] {
    let seed = format!("{}/duel", tuning.seed.to_hex());
    let play = |number, table: &mut TranspositionTable| {
        let seed = format!("{seed}/{}", number / 2);
        let first_side = Side::ALL[number as usize % 2];
        let by_side = Side::ALL.map(|side| weights[usize::from(side != first_side)]);
        let winner = play(game, by_side, tuning.nodes, &seed, table).winner;
        winner.map(|winner| winner == first_side)
    };
    let mut counts = [0; 3];
    for has_won in play_all(2 * tuning.validation_openings, tuning.threads, play) {
        counts[match has_won {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        }] += 1;
    }
    counts
}

/// Plays matches on several threads; returns their results in order.
fn play_all<T: Send>(
    matches: u32,
    threads: usize,
    play: impl Fn(u32, &mut TranspositionTable) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU32::new(0);
    let results: Mutex<Vec<(u32, T)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut table = TranspositionTable::new(TABLE_BYTES);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= matches {
                        break;
                    }
                    let result = play(number, &mut table);
                    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                    results.push((number, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// A finished self-play match.
struct SelfPlayMatch {
    /// Side to move and features of each quiet position.
    quiet_positions: Vec<(Side, Vec<(u16, i16)>)>,
    winner: Option<Side>,
}

impl SelfPlayMatch {
    fn samples(self) -> Vec<Sample> {
        let result = |side: Side| match self.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        };
        let quiet_positions = self.quiet_positions.into_iter();
        quiet_positions
            .map(|(side, features)| Sample {
                features,
                result: result(side),
            })
            .collect()
    }
}

/// Plays one match of two sets of weights, indexed by [`Side::index`].
fn play(
    game: &Netzwerk,
    weights: [&Weights; 2],
    nodes: u64,
    seed: &str,
    table: &mut TranspositionTable,
) -> SelfPlayMatch {
    let rules = game.rules();
    let mut phases = RobotPhases::new();
    let mut history = History::new(game, game.initial_state(RootSeed::from_text(seed)));
    let mut quiet_positions = Vec::new();
    loop {
        let position = *history.state().position();
        let side = position.side();
        if let Decision::Over(outcome) = game.turn(history.state()) {
            let winners: Vec<_> = outcome.winners().collect();
            let winner = match winners[..] {
                [winner] => Side::ALL
                    .into_iter()
                    .find(|side| side.seat().index() == winner),
                _ => None,
            };
            return SelfPlayMatch {
                quiet_positions,
                winner,
            };
        }
        let actions = rules.win_in_one_turn(&mut phases, &position);
        let actions = actions.unwrap_or_else(|| {
            let earlier = occurrences(history.occurrences().iter().map(State::position));
            let search = DecisionSearch {
                game,
                weights: weights[side.index()],
                nodes,
                earlier: &earlier,
            };
            let (actions, score) = search.decide(&position, table, &mut phases);
            if !is_decided(score) {
                quiet_positions.push((side, features(game, &position)));
            }
            actions
        });
        for action in actions {
            history.apply_unchecked(game, Actor::Seat(side.seat()), action);
        }
    }
}

/// The parameters of one decision.
struct DecisionSearch<'a> {
    game: &'a Netzwerk,
    weights: &'a Weights,
    nodes: u64,
    /// Keys of the positions that count for repetition.
    earlier: &'a [(u64, u32)],
}

impl DecisionSearch<'_> {
    /// Returns the turn to play, and its score.
    fn decide(
        &self,
        position: &Position,
        table: &mut TranspositionTable,
        phases: &mut RobotPhases,
    ) -> (Vec<Action>, i32) {
        table.clear();
        let rules = self.game.rules();
        let context = SearchContext {
            rules,
            weights: self.weights,
            table,
            width: SearchWidth::Percent(100),
            earlier: self.earlier,
            should_stop: &|| false,
            node_limit: self.nodes,
            enforcement: Enforcement::Exact,
            nodes: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            active_turns: ActiveTurns::new(1),
        };
        let mut deepening = IterativeDeepening::new(&context, position);
        deepening.deepen_to(u32::MAX, 1, &mut |_| {});
        let best = deepening.found().and_then(|found| {
            let actions = found
                .line
                .first()?
                .actions(rules, phases, position, &|| false)?;
            Some((actions, found.score))
        });
        best.unwrap_or_else(|| (any_turn(rules, position), 0))
    }
}

fn features(game: &Netzwerk, position: &Position) -> Vec<(u16, i16)> {
    let mut counts: Vec<(u16, i16)> = Vec::new();
    each_feature(game.rules(), position, |feature, count| {
        let index = feature.index() as u16;
        match counts.iter_mut().find(|(known, _)| *known == index) {
            Some((_, sum)) => *sum += count as i16,
            None => counts.push((index, count as i16)),
        }
    });
    counts.retain(|(_, count)| *count != 0);
    counts
}
