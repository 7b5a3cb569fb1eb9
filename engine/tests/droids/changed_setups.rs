//! Changed setups: validation never panics, and what it accepts is a position.

use botwerk_engine::droids::{
    Arrow, Colour, ColourCounts, Droids, Kind, KindCounts, Object, Pending, Phase, Setup,
    SetupHand, Side, Sides, Slot, Square, Stone, Transmitter,
};
use botwerk_engine::{Actor, FromSetup, GameNotation, GameRules, RootSeed, Seat, StableRng, Turn};

use crate::pair::game;

fn any_side(generator: &mut StableRng) -> Side {
    Side::ALL[generator.below(4) as usize]
}

fn any_sides(generator: &mut StableRng) -> Sides {
    (0..generator.below(4))
        .map(|_| any_side(generator))
        .collect()
}

fn optional_side(generator: &mut StableRng) -> Option<Side> {
    (generator.below(3) > 0).then(|| any_side(generator))
}

fn any_square(generator: &mut StableRng) -> Option<Square> {
    Square::at(generator.below(11) as usize, generator.below(10) as usize)
}

fn any_kind(generator: &mut StableRng) -> Kind {
    Kind::from_index(generator.below(17) as usize).unwrap()
}

fn any_stone(generator: &mut StableRng) -> Option<Stone> {
    Stone::new(any_kind(generator), Arrow::ALL[generator.below(8) as usize])
}

fn any_colour(generator: &mut StableRng) -> Colour {
    Colour::ALL[generator.below(4) as usize]
}

fn any_number(generator: &mut StableRng) -> Option<u32> {
    [None, Some(0), Some(1), Some(7), Some(8), Some(256)][generator.below(6) as usize]
}

fn any_object(generator: &mut StableRng) -> Object {
    match generator.below(3) {
        0 => Object::Obstacle,
        1 => Object::Mine,
        _ => Object::Container(any_side(generator)),
    }
}

fn any_hand(generator: &mut StableRng) -> SetupHand {
    if generator.below(2) == 0 {
        let counts = [0; 4].map(|_: u8| [0, 1, 7, 255][generator.below(4) as usize]);
        return SetupHand::Colours(ColourCounts::new(counts));
    }
    let mut kinds = KindCounts::default();
    for _ in 0..3 {
        kinds.add(
            any_kind(generator),
            [1, 2, 3, 255][generator.below(4) as usize],
        );
    }
    SetupHand::Kinds(kinds)
}

fn any_pending(generator: &mut StableRng) -> Pending {
    match generator.below(6) {
        0 => Pending::Start(any_sides(generator), generator.below(256) as u8),
        1 => Pending::SoloDie,
        2 => Pending::Stone(any_side(generator), any_colour(generator)),
        3 => Pending::Die(any_side(generator)),
        4 => Pending::Lift(any_side(generator)),
        _ => Pending::MadRobot,
    }
}

/// Changes a field to that of another setup.
fn copy(setup: &mut Setup, other: &Setup, generator: &mut StableRng) {
    let side = any_side(generator).index();
    match generator.below(12) {
        0 => setup.round = other.round,
        1 => setup.starter = other.starter,
        2 => setup.phase = other.phase,
        3 => setup.acting = other.acting,
        4 => setup.droids[side].clone_from(&other.droids[side]),
        5 => (setup.obstacles, setup.mines) = (other.obstacles, other.mines),
        6 => setup.strips = other.strips,
        7 => (setup.out, setup.done) = (other.out, other.done),
        8 => setup.sent = other.sent,
        9 => setup.hands = other.hands,
        10 => setup.stones[side] = other.stones[side],
        _ => setup.pending.clone_from(&other.pending),
    }
}

/// Changes a field to anything.
fn change(setup: &mut Setup, other: &Setup, generator: &mut StableRng) {
    if generator.below(2) == 0 {
        return copy(setup, other, generator);
    }
    let side = any_side(generator).index();
    match generator.below(18) {
        0 => setup.scenario = generator.below(7) as u32,
        1 => setup.seats = any_sides(generator),
        2 => setup.round = [0, 1, 2, 255, 256, u32::MAX][generator.below(6) as usize],
        3 => setup.starter = optional_side(generator),
        4 => setup.phase = Phase::Over(any_sides(generator)),
        5 => setup.acting = optional_side(generator),
        6 => setup.droids[side].square = any_square(generator),
        7 => drop(setup.droids[side].cargo.try_push(any_object(generator))),
        8 => setup.mad_robot = any_square(generator),
        9 => any_square(generator)
            .into_iter()
            .for_each(|square| setup.mines.insert(square)),
        10 => setup.containers[side] = any_square(generator),
        11 => {
            setup.strips[side] = Transmitter::all()
                .take(generator.below(11) as usize)
                .collect();
        }
        12 => setup.scores[side] = any_number(generator),
        13 => (setup.out, setup.done) = (any_sides(generator), any_sides(generator)),
        14 => setup.sent[side] = any_number(generator),
        15 => setup.hands[side] = any_hand(generator),
        16 => {
            let slot = generator.below(Slot::COUNT as u64) as usize;
            setup.stones[side][slot] = any_stone(generator);
        }
        _ => drop(setup.pending.try_push(any_pending(generator))),
    }
}

/// Positions of a match of drawn actions, to its end or for a while.
fn walk(game: &Droids, seed: &str) -> Vec<Setup> {
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
fn accepted_setups_are_positions(game: &Droids, count: u32) {
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
    for (seats, given) in [
        (1, &[][..]),
        (2, &[("scenario", "3")]),
        (3, &[("scenario", "4"), ("draw_mode", "commit")]),
        (4, &[("scenario", "1")]),
    ] {
        accepted_setups_are_positions(&game(seats, given), 4000);
    }
}
