//! Games of the player against itself, and the positions in them.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use botwerk_engine::netzwerk::{Netzwerk, Position, RobotPhases, Side};
use botwerk_engine::{Actor, Game, History, Turn as Asked};

use super::Tuning;
use crate::netzwerk::minimax::evaluation::each_feature;
use crate::netzwerk::minimax::root::search;
use crate::netzwerk::minimax::score::is_decided;
use crate::netzwerk::minimax::search::{Shared, Width, key};
use crate::netzwerk::minimax::table::Table;
use crate::netzwerk::minimax::weights::Weights;

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

/// Plays one round's games on several threads; gives their samples in the order of the games.
pub(super) fn round(
    game: &Netzwerk,
    weights: &Weights,
    tuning: &Tuning,
    round: u32,
) -> Vec<Sample> {
    let next = AtomicU32::new(0);
    let played: Mutex<Vec<(u32, Vec<Sample>)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..tuning.threads.max(1) {
            scope.spawn(|| {
                let mut table = Table::new(TABLE);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= tuning.games {
                        break;
                    }
                    let samples = play(game, weights, tuning, (round, number), &mut table);
                    let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
                    played.push((number, samples));
                }
            });
        }
    });
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|(number, _)| *number);
    played
        .into_iter()
        .flat_map(|(_, samples)| samples)
        .collect()
}

/// Plays one game and samples its quiet positions.
fn play(
    game: &Netzwerk,
    weights: &Weights,
    tuning: &Tuning,
    (round, number): (u32, u32),
    table: &mut Table,
) -> Vec<Sample> {
    let mut phases = RobotPhases::new();
    let seed = format!("{}/{round}/{number}", tuning.seed.to_hex());
    let start = game.start(botwerk_engine::RootSeed::from_text(&seed));
    let mut history = History::new(game, start);
    let mut seen: Vec<(Side, Vec<(u16, i16)>)> = Vec::new();
    let winner = loop {
        let position = *history.state().position();
        if let Asked::Over(outcome) = game.turn(history.state()) {
            let mut winners = outcome.winners();
            let first = winners.next();
            break first.filter(|_| winners.next().is_none());
        }
        let rules = game.rules();
        let actions = match rules.win_in_one_turn(&mut phases, &position) {
            Some(actions) => actions,
            None => {
                let earlier = occurrences(&history);
                let (actions, score) = decide(
                    game,
                    weights,
                    tuning,
                    &position,
                    &earlier,
                    table,
                    &mut phases,
                );
                if !is_decided(score) {
                    seen.push((position.side(), features(game, &position)));
                }
                actions
            }
        };
        let actor = Actor::Seat(position.side().seat());
        for action in actions {
            if history.apply(game, actor, action).is_err() {
                return Vec::new();
            }
        }
    };
    let result = |side: Side| match winner {
        None => 0.5,
        Some(seat) if seat == side.seat().index() => 1.0,
        Some(_) => 0.0,
    };
    seen.into_iter()
        .map(|(side, features)| Sample {
            features,
            result: result(side),
        })
        .collect()
}

type Action = <Netzwerk as Game>::Action;

fn decide(
    game: &Netzwerk,
    weights: &Weights,
    tuning: &Tuning,
    position: &Position,
    earlier: &[(u64, u32)],
    table: &mut Table,
    phases: &mut RobotPhases,
) -> (Vec<Action>, i32) {
    table.forget();
    let shared = Shared {
        rules: game.rules(),
        weights,
        table,
        width: Width::Percent(100),
        earlier,
        should_stop: &|| false,
        node_limit: tuning.nodes,
        nodes: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
        busy: Vec::new(),
    };
    let found = search(&shared, position, u32::MAX, 1, &mut |_| {});
    let actions = found.as_ref().and_then(|found| {
        let turn = found.line.first()?;
        turn.actions(game.rules(), phases, position)
    });
    match (actions, found) {
        (Some(actions), Some(found)) => (actions, found.score),
        _ => (super::super::agent::any_turn(game.rules(), position), 0),
    }
}

fn occurrences(history: &History<Netzwerk>) -> Vec<(u64, u32)> {
    let keys = history.earlier().iter().map(|state| key(state.position()));
    keys.map(|key| (key, 1)).collect()
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
