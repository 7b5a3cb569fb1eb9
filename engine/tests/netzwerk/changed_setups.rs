//! Changed setups: validation never panics, and what it accepts is a position.

use botwerk_engine::netzwerk::{
    Field, Fields, Netzwerk, Point, Setup, SetupPhase, Side, Spender, Square, Squares,
};
use botwerk_engine::{Actor, FromSetup, GameNotation, GameRules, RootSeed, Seat, StableRng, Turn};

use crate::play::game;

fn any_point<P: Point>(generator: &mut StableRng) -> P {
    P::from_bit(generator.below(64) as u8)
}

/// Adds a point, or takes one away.
fn toggled_square(squares: Squares, generator: &mut StableRng) -> Squares {
    let square: Square = any_point(generator);
    if squares.contains(square) {
        squares.without(square)
    } else {
        squares.with(square)
    }
}

fn toggled_field(fields: Fields, generator: &mut StableRng) -> Fields {
    let field: Field = any_point(generator);
    if fields.contains(field) {
        fields.without(field)
    } else {
        fields.with(field)
    }
}

fn any_spender(setup: &Setup, generator: &mut StableRng) -> Spender {
    let own = setup.robots[setup.side.index()];
    Spender {
        start: any_point(generator),
        now: own.first().unwrap_or_else(|| any_point(generator)),
        spent: generator.below(6) as u8,
        captured: generator.below(3) == 0,
    }
}

/// Changes a field to that of another setup, or to anything.
fn change(setup: &mut Setup, other: &Setup, generator: &mut StableRng) {
    let is_copied = generator.below(2) == 0;
    let side = generator.below(2) as usize;
    match (generator.below(7), is_copied) {
        (0, true) => setup.side = other.side,
        (0, false) => setup.side = setup.side.other(),
        (1, true) => setup.robots[side] = other.robots[side],
        (1, false) => setup.robots[side] = toggled_square(setup.robots[side], generator),
        (2, true) => setup.batteries = other.batteries,
        (2, false) => setup.batteries = toggled_field(setup.batteries, generator),
        (3, true) => setup.quiet = other.quiet,
        (3, false) => {
            setup.quiet = [0, 39, 40, 65535, 65536, u32::MAX][generator.below(6) as usize];
        }
        (4, true) => setup.phase = other.phase.clone(),
        (4, false) => {
            let spender = any_spender(setup, generator);
            match &mut setup.phase {
                SetupPhase::Robots(spenders) => spenders.push(spender),
                SetupPhase::Batteries(moved) => *moved = toggled_field(*moved, generator),
            }
        }
        (5, _) => setup.turns = generator.below(3) as u32,
        (_, true) => setup.departed = other.departed,
        (_, false) => setup.departed = [None, Some(Side::White), Some(Side::Black)][side],
    }
}

/// Positions of a match of drawn actions, to its end or for a while.
fn walk(game: &Netzwerk, seed: &str) -> Vec<Setup> {
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
fn accepted_setups_are_positions(game: &Netzwerk, count: u32) {
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
    for given in [&[][..], &[("turn_cap", "50"), ("width", "3")]] {
        accepted_setups_are_positions(&game(given), 4000);
    }
}
