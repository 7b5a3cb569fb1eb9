use std::collections::HashSet;

use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameRules, GameType, Options, RootSeed};

use super::*;

fn small_board(width: &str, ranks: &str) -> Netzwerk {
    let board = [("width", width), ("ranks", ranks)];
    Netzwerk::new(
        2,
        Options::resolve(Netzwerk::spec().options, board).unwrap(),
    )
    .unwrap()
}

/// Enumerates every sequence of a turn without merging positions, and collects the positions at the end.
fn enumerate<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    sequences: &mut u128,
    results: &mut HashSet<G::State>,
) {
    let mut actions = Vec::new();
    game.legal_actions(state, Actor::Seat(seat), &mut actions);
    for action in actions {
        let mut next = state.clone();
        game.apply(&mut next, Actor::Seat(seat), action).unwrap();
        match game.turn(&next) {
            Turn::Decision(decision) if decision.seats.contains(seat) => {
                enumerate(game, &next, seat, sequences, results);
            }
            _ => {
                *sequences += 1;
                results.insert(next);
            }
        }
    }
}

#[test]
fn counts_agree_with_an_enumeration_of_all_sequences() {
    let game = small_board("2", "3");
    let start = game.initial_state(RootSeed::from_text("7"));
    let (mut sequences, mut results) = (0, HashSet::new());
    enumerate(&game, &start, Seat::FIRST, &mut sequences, &mut results);
    let count = count_turn(&game, &start, Seat::FIRST, 1_000_000);
    assert_eq!(count.sequences, Some(sequences));
    assert_eq!(count.results, results.len() as u64);
    assert!(sequences > 2 * u128::from(count.results), "{count:?}");
}

#[test]
fn mean_of_samples_is_the_number_of_sequences() {
    let game = small_board("2", "3");
    let start = game.initial_state(RootSeed::from_text("7"));
    let count = count_turn(&game, &start, Seat::FIRST, 1_000_000);
    let exact = count.sequences.unwrap() as f64;
    let mut rng = RootSeed::from_text("samples").rng();
    let samples: Vec<_> = (0..20_000)
        .map(|_| sample_sequences(&game, &start, Seat::FIRST, &mut rng))
        .collect();
    let n = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / n;
    let variance = samples.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    let error = (mean - exact) / (variance / n).sqrt();
    assert!(error.abs() < 3.5, "{mean} of {exact}, {error} deviations");
    assert!((mean / exact - 1.0).abs() < 0.05, "{mean} of {exact}");
}

#[test]
fn too_many_positions_are_not_counted() {
    let game = small_board("6", "6");
    let start = game.initial_state(RootSeed::from_text("7"));
    let count = count_turn(&game, &start, Seat::FIRST, MAX_POSITIONS);
    assert_eq!(count.sequences, None);
    assert!(
        count.results > 0 && count.results < MAX_POSITIONS as u64,
        "{count:?}"
    );
    let mut rng = RootSeed::from_text("7").rng();
    let options = TurnOptions::new(&game, &start, Seat::FIRST, MAX_POSITIONS, &mut rng);
    assert!(
        !options.is_counted && options.sequences > 1e8,
        "{options:?}"
    );
}

#[test]
fn turn_in_a_race_is_one_announcement_or_pass() {
    let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
    let game = MicroRobots::new(2, options).unwrap();
    let mut referee = botwerk_engine::Referee::new(game.clone(), RootSeed::from_text("7"));
    referee.resolve_chance(&mut Vec::new());
    let actions = game.count_actions(referee.state(), Actor::Seat(Seat::FIRST));
    let count = count_turn(&game, referee.state(), Seat::FIRST, 1);
    assert_eq!(
        (count.sequences, count.results),
        (Some(actions as u128), actions as u64)
    );
}

#[test]
fn nothing_is_counted_where_no_seat_is_to_act() {
    let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
    let game = MicroRobots::new(2, options).unwrap();
    let start = game.initial_state(RootSeed::from_text("7"));
    let count = count_turn(&game, &start, Seat::FIRST, 100);
    assert_eq!((count.sequences, count.results), (Some(0), 0));
}
