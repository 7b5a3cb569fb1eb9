//! Changed setups: validation never panics, and what it accepts is a position.

use botwerk_engine::micro_robots::{MicroRobots, Phase, Route, Setup, Show, Space};
use botwerk_engine::race::{AnnouncedNumbers, Race};
use botwerk_engine::{
    Actor, FromSetup, GameNotation, GameRules, RootSeed, Seat, Seats, StableRng, Turn,
};

use crate::play::game;

fn any_space(generator: &mut StableRng) -> Option<Space> {
    Space::from_index(generator.below(40) as usize)
}

fn any_seat(generator: &mut StableRng) -> Seat {
    let below = if generator.below(3) == 0 { 64 } else { 4 };
    Seat::new(generator.below(below) as usize).unwrap()
}

fn any_seats(generator: &mut StableRng) -> Seats {
    (0..generator.below(3))
        .map(|_| any_seat(generator))
        .collect()
}

fn any_phase(generator: &mut StableRng, start: Option<Space>) -> Phase {
    match generator.below(4) {
        0 => Phase::Start,
        1 => Phase::Target,
        2 => Phase::Race(Race::with_passed(any_seats(generator))),
        _ => {
            let mut route = Route::default();
            for space in start.into_iter().chain(any_space(generator)) {
                route.push(space);
            }
            Phase::Show(Show {
                seat: any_seat(generator),
                number: generator.below(256) as u8,
                route,
                remaining: AnnouncedNumbers::default(),
            })
        }
    }
}

/// Changes a field to that of another setup, or to anything.
fn change(setup: &mut Setup, other: &Setup, generator: &mut StableRng) {
    let is_copied = generator.below(2) == 0;
    match (generator.below(9), is_copied) {
        (0, true) => setup.board = other.board,
        (0, false) => {
            let [one, two] = [0, 1].map(|_| generator.below(36) as usize);
            setup.board.swap(one, two);
            setup.board[one] = any_space(generator).unwrap_or(setup.board[one]);
        }
        (1, true) => setup.start = other.start,
        (1, false) => setup.start = any_space(generator),
        (2, true) => setup.target = other.target,
        (2, false) => setup.target = any_space(generator),
        (3, true) => setup.intermediate = other.intermediate,
        (3, false) => setup.intermediate = any_space(generator),
        (4, true) => setup.chips.clone_from(&other.chips),
        (4, false) => match generator.below(4) {
            0 => drop(setup.chips.pop()),
            1 => setup.chips.push(0),
            2 => setup.chips[0] = u32::MAX,
            _ => setup.chips[0] = generator.below(27) as u32,
        },
        (5, true) => setup.departed = other.departed,
        (5, false) => setup.departed = any_seats(generator),
        (6, true) => setup.roller = other.roller,
        (6, false) => setup.roller = any_seat(generator),
        (7, true) => setup.round = other.round,
        (7, false) => setup.round = generator.below(3) as u32,
        (_, true) => setup.phase = other.phase.clone(),
        (_, false) => setup.phase = any_phase(generator, setup.start),
    }
}

/// Positions of a match of drawn actions, to its end or for a while.
fn walk(game: &MicroRobots, seed: &str) -> Vec<Setup> {
    let seed = RootSeed::from_text(seed);
    let mut generator = seed.rng_for_agent(Seat::FIRST, 0);
    let mut state = game.initial_state(seed);
    let mut setups = vec![game.setup(&state)];
    while setups.len() < 120 {
        let actor = match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance(_) => Actor::Chance,
            Turn::Decision(mut ask) => Actor::Seat(ask.seats.next().unwrap()),
        };
        let mut actions = Vec::new();
        game.legal_actions(&state, actor, &mut actions);
        let action = actions[generator.below(actions.len() as u64) as usize];
        game.apply(&mut state, actor, action).unwrap();
        setups.push(game.setup(&state));
    }
    setups
}

/// Validates changed setups; every one that is accepted is a position, which its text describes.
fn accepted_setups_are_positions(game: &MicroRobots, count: u32) {
    let setups = walk(game, "changed setups");
    let mut generator = RootSeed::from_text("changes").rng_for_agent(Seat::FIRST, 1);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..count {
        let pick = |generator: &mut StableRng| generator.below(setups.len() as u64) as usize;
        let mut setup = setups[pick(&mut generator)].clone();
        let other = &setups[pick(&mut generator)];
        for _ in 0..=generator.below(2) {
            change(&mut setup, other, &mut generator);
        }
        let Ok(state) = game.position_from_setup(&setup) else {
            refused += 1;
            continue;
        };
        accepted += 1;
        let text = game.format_position(&state);
        assert_eq!(game.parse_position(&text).as_ref(), Ok(&state), "{setup:?}");
        let again = game.position_from_setup(&game.setup(&state));
        assert_eq!(again.as_ref(), Ok(&state), "{text}");
        let turn = game.turn(&state);
        let actor = match turn {
            Turn::Over(_) => continue,
            Turn::Chance(_) => Actor::Chance,
            Turn::Decision(mut ask) => Actor::Seat(ask.seats.next().unwrap()),
        };
        let mut actions = Vec::new();
        game.legal_actions(&state, actor, &mut actions);
        assert!(!actions.is_empty(), "{text}");
        for action in actions.into_iter().take(8) {
            let mut next = state.clone();
            assert_eq!(game.apply(&mut next, actor, action), Ok(()), "{text}");
        }
    }
    assert!(
        accepted > count / 20 && refused > count / 20,
        "{accepted}, {refused}"
    );
}

#[test]
fn changed_setups_are_refused_or_positions() {
    for given in [&[][..], &[("expert", "true")]] {
        accepted_setups_are_positions(&game(3, given).unwrap(), 4000);
    }
}
