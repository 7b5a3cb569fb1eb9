//! Games of the player against itself, and the positions in them.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use botwerk_engine::netzwerk::{Action, Netzwerk, Position, RobotPhases, Side, State};
use botwerk_engine::{Actor, GameRules, History, RootSeed, Turn as Asked};

use super::tuning::Tuning;
use crate::netzwerk::minimax::agent::any_turn;
use crate::netzwerk::minimax::busy_turns::BusyTurns;
use crate::netzwerk::minimax::evaluation::each_feature;
use crate::netzwerk::minimax::keys::occurrences;
use crate::netzwerk::minimax::root::Deepening;
use crate::netzwerk::minimax::score::is_decided;
use crate::netzwerk::minimax::shared::Shared;
use crate::netzwerk::minimax::table::Table;
use crate::netzwerk::minimax::weights::Weights;
use crate::netzwerk::minimax::width::Width;

/// A position and how its game ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sample {
    /// Numbers of features with how often the side to move has them more than the other.
    pub(super) features: Vec<(u16, i16)>,
    /// 1 if the side to move has won, 0 if it has lost, half for a draw.
    pub(super) result: f32,
}

/// Bytes of a table for few nodes.
const TABLE: usize = 1 << 20;

/// Plays one round's games; gives their samples in the order of the games.
pub(super) fn round(
    game: &Netzwerk,
    weights: &Weights,
    tuning: &Tuning,
    round: u32,
) -> Vec<Sample> {
    let seed = format!("{}/{round}", tuning.seed.to_hex());
    let play = |number, table: &mut Table| {
        let seed = format!("{seed}/{number}");
        play(game, [weights; 2], tuning.nodes, &seed, table).samples()
    };
    each_game(tuning.games, tuning.threads, play)
        .into_iter()
        .flatten()
        .collect()
}

/// Plays games of one player against another, every opening with both sides; gives the wins, draws
/// and losses of the first.
pub(super) fn duel(game: &Netzwerk, players: [&Weights; 2], tuning: &Tuning) -> [u64; 3] {
    let seed = format!("{}/duel", tuning.seed.to_hex());
    let play = |number, table: &mut Table| {
        let seed = format!("{seed}/{}", number / 2);
        let own = Side::ALL[number as usize % 2];
        let by_side = Side::ALL.map(|side| players[usize::from(side != own)]);
        let winner = play(game, by_side, tuning.nodes, &seed, table).winner;
        winner.map(|winner| winner == own)
    };
    let mut counts = [0; 3];
    for won in each_game(2 * tuning.duels, tuning.threads, play) {
        counts[match won {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        }] += 1;
    }
    counts
}

/// Plays so many games on several threads; gives what they came to in their order.
fn each_game<T: Send>(
    games: u32,
    threads: usize,
    play: impl Fn(u32, &mut Table) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU32::new(0);
    let played: Mutex<Vec<(u32, T)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut table = Table::new(TABLE);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let result = play(number, &mut table);
                    let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
                    played.push((number, result));
                }
            });
        }
    });
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|(number, _)| *number);
    played.into_iter().map(|(_, result)| result).collect()
}

/// A game that was played.
struct Played {
    /// The features of its quiet positions, for the side to move.
    seen: Vec<(Side, Vec<(u16, i16)>)>,
    winner: Option<Side>,
}

impl Played {
    fn samples(self) -> Vec<Sample> {
        let result = |side: Side| match self.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        };
        let seen = self.seen.into_iter();
        seen.map(|(side, features)| Sample {
            features,
            result: result(side),
        })
        .collect()
    }
}

/// Plays one game of two players by [`Side::index`].
fn play(
    game: &Netzwerk,
    players: [&Weights; 2],
    nodes: u64,
    seed: &str,
    table: &mut Table,
) -> Played {
    let rules = game.rules();
    let mut phases = RobotPhases::new();
    let mut history = History::new(game, game.initial_state(RootSeed::from_text(seed)));
    let mut seen = Vec::new();
    loop {
        let position = *history.state().position();
        let side = position.side();
        if let Asked::Over(outcome) = game.turn(history.state()) {
            let winners: Vec<_> = outcome.winners().collect();
            let winner = match winners[..] {
                [winner] => Side::ALL
                    .into_iter()
                    .find(|side| side.seat().index() == winner),
                _ => None,
            };
            return Played { seen, winner };
        }
        let actions = rules.win_in_one_turn(&mut phases, &position);
        let actions = actions.unwrap_or_else(|| {
            let earlier = occurrences(history.earlier().iter().map(State::position));
            let search = Deciding {
                game,
                weights: players[side.index()],
                nodes,
                earlier: &earlier,
            };
            let (actions, score) = search.decide(&position, table, &mut phases);
            if !is_decided(score) {
                seen.push((side, features(game, &position)));
            }
            actions
        });
        for action in actions {
            history.play(game, Actor::Seat(side.seat()), action);
        }
    }
}

/// A decision of one player.
struct Deciding<'a> {
    game: &'a Netzwerk,
    weights: &'a Weights,
    nodes: u64,
    /// Keys of the positions that count for repetition.
    earlier: &'a [(u64, u32)],
}

impl Deciding<'_> {
    /// The turn to play, and its score.
    fn decide(
        &self,
        position: &Position,
        table: &mut Table,
        phases: &mut RobotPhases,
    ) -> (Vec<Action>, i32) {
        table.forget();
        let rules = self.game.rules();
        let shared = Shared {
            rules,
            weights: self.weights,
            table,
            width: Width::Percent(100),
            earlier: self.earlier,
            should_stop: &|| false,
            node_limit: self.nodes,
            nodes: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            busy: BusyTurns::new(1),
        };
        let mut deepening = Deepening::new(&shared, position);
        deepening.deepen_to(u32::MAX, 1, &mut |_| {});
        let chosen = deepening.found().and_then(|found| {
            let actions = found.line.first()?.actions(rules, phases, position)?;
            Some((actions, found.score))
        });
        chosen.unwrap_or_else(|| (any_turn(rules, position), 0))
    }
}

fn features(game: &Netzwerk, position: &Position) -> Vec<(u16, i16)> {
    let mut counts: Vec<(u16, i16)> = Vec::new();
    each_feature(game.rules(), position, |feature, count| {
        let number = feature.number() as u16;
        match counts.iter_mut().find(|(known, _)| *known == number) {
            Some((_, sum)) => *sum += count as i16,
            None => counts.push((number, count as i16)),
        }
    });
    counts.retain(|(_, count)| *count != 0);
    counts
}
