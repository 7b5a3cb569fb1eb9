//! Tests that validation of changed setups never panics, and that an accepted setup is a position.

use botwerk_engine::droids::{
    Arrow, Colour, ColourCounts, Droids, Kind, KindCounts, Object, Pending, Phase, Setup,
    SetupHand, Side, Sides, Slot, Square, Stone, Transmitter,
};
use botwerk_engine::{Actor, FromSetup, GameNotation, GameRules, RootSeed, Seat, StableRng, Turn};

use crate::pair::game;

fn any_side(rng: &mut StableRng) -> Side {
    Side::ALL[rng.below(4) as usize]
}

fn any_sides(rng: &mut StableRng) -> Sides {
    (0..rng.below(4)).map(|_| any_side(rng)).collect()
}

fn optional_side(rng: &mut StableRng) -> Option<Side> {
    (rng.below(3) > 0).then(|| any_side(rng))
}

fn any_square(rng: &mut StableRng) -> Option<Square> {
    Square::at(rng.below(11) as usize, rng.below(10) as usize)
}

fn any_kind(rng: &mut StableRng) -> Kind {
    Kind::from_index(rng.below(17) as usize).unwrap()
}

fn any_stone(rng: &mut StableRng) -> Option<Stone> {
    Stone::new(any_kind(rng), Arrow::ALL[rng.below(8) as usize])
}

fn any_colour(rng: &mut StableRng) -> Colour {
    Colour::ALL[rng.below(4) as usize]
}

fn any_number(rng: &mut StableRng) -> Option<u32> {
    [None, Some(0), Some(1), Some(7), Some(8), Some(256)][rng.below(6) as usize]
}

fn any_object(rng: &mut StableRng) -> Object {
    match rng.below(3) {
        0 => Object::Obstacle,
        1 => Object::Mine,
        _ => Object::Container(any_side(rng)),
    }
}

fn any_hand(rng: &mut StableRng) -> SetupHand {
    if rng.below(2) == 0 {
        let counts = [0; 4].map(|_: u8| [0, 1, 7, 255][rng.below(4) as usize]);
        return SetupHand::Colours(ColourCounts::new(counts));
    }
    let mut kinds = KindCounts::default();
    for _ in 0..3 {
        kinds.add(any_kind(rng), [1, 2, 3, 255][rng.below(4) as usize]);
    }
    SetupHand::Kinds(kinds)
}

fn any_pending(rng: &mut StableRng) -> Pending {
    match rng.below(6) {
        0 => Pending::Start(any_sides(rng), rng.below(256) as u8),
        1 => Pending::SoloDie,
        2 => Pending::Stone(any_side(rng), any_colour(rng)),
        3 => Pending::Die(any_side(rng)),
        4 => Pending::Lift(any_side(rng)),
        _ => Pending::MadRobot,
    }
}

/// Copies a random field of another setup.
fn copy(setup: &mut Setup, other: &Setup, rng: &mut StableRng) {
    let side = any_side(rng).index();
    match rng.below(12) {
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

/// Changes a random field.
fn change(setup: &mut Setup, other: &Setup, rng: &mut StableRng) {
    if rng.below(2) == 0 {
        return copy(setup, other, rng);
    }
    let side = any_side(rng).index();
    match rng.below(18) {
        0 => setup.scenario = rng.below(7) as u32,
        1 => setup.seats = any_sides(rng),
        2 => setup.round = [0, 1, 2, 255, 256, u32::MAX][rng.below(6) as usize],
        3 => setup.starter = optional_side(rng),
        4 => setup.phase = Phase::Over(any_sides(rng)),
        5 => setup.acting = optional_side(rng),
        6 => setup.droids[side].square = any_square(rng),
        7 => drop(setup.droids[side].cargo.try_push(any_object(rng))),
        8 => setup.mad_robot = any_square(rng),
        9 => any_square(rng)
            .into_iter()
            .for_each(|square| setup.mines.insert(square)),
        10 => setup.containers[side] = any_square(rng),
        11 => {
            setup.strips[side] = Transmitter::all().take(rng.below(11) as usize).collect();
        }
        12 => setup.scores[side] = any_number(rng),
        13 => (setup.out, setup.done) = (any_sides(rng), any_sides(rng)),
        14 => setup.sent[side] = any_number(rng),
        15 => setup.hands[side] = any_hand(rng),
        16 => {
            let slot = rng.below(Slot::COUNT as u64) as usize;
            setup.stones[side][slot] = any_stone(rng);
        }
        _ => drop(setup.pending.try_push(any_pending(rng))),
    }
}

/// Returns up to 120 positions of a random match.
fn random_setups(game: &Droids, seed: &str) -> Vec<Setup> {
    let seed = RootSeed::from_text(seed);
    let mut rng = seed.rng_for_agent(Seat::FIRST, 0);
    let mut state = game.initial_state(seed);
    let mut setups = vec![game.setup(&state)];
    while setups.len() < 120 {
        let actor = match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance(_) => Actor::Chance,
            Turn::Decision(mut decision) => Actor::Seat(decision.seats.next().unwrap()),
        };
        let mut actions = Vec::new();
        game.legal_actions(&state, actor, &mut actions);
        let action = actions[rng.below(actions.len() as u64) as usize];
        game.apply(&mut state, actor, action).unwrap();
        setups.push(game.setup(&state));
    }
    setups
}

/// Validates changed setups, and asserts that every accepted one is a position that its notation
/// describes.
fn assert_accepted_setups_are_positions(game: &Droids, count: u32) {
    let setups = random_setups(game, "changed setups");
    let mut rng = RootSeed::from_text("changes").rng_for_agent(Seat::FIRST, 1);
    let (mut accepted, mut rejected) = (0, 0);
    for _ in 0..count {
        let pick = |rng: &mut StableRng| rng.below(setups.len() as u64) as usize;
        let mut setup = setups[pick(&mut rng)].clone();
        let other = &setups[pick(&mut rng)];
        for _ in 0..=rng.below(2) {
            change(&mut setup, other, &mut rng);
        }
        let Ok(state) = game.position_from_setup(&setup) else {
            rejected += 1;
            continue;
        };
        accepted += 1;
        let text = game.format_position(&state);
        assert_eq!(game.parse_position(&text).as_ref(), Ok(&state), "{setup:?}");
        let restored = game.position_from_setup(&game.setup(&state));
        assert_eq!(restored.as_ref(), Ok(&state), "{text}");
        let turn = game.turn(&state);
        let actor = match turn {
            Turn::Over(_) => continue,
            Turn::Chance(_) => Actor::Chance,
            Turn::Decision(mut decision) => Actor::Seat(decision.seats.next().unwrap()),
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
        accepted > count / 20 && rejected > count / 20,
        "{accepted}, {rejected}"
    );
}

#[test]
fn changed_setups_are_rejected_or_positions() {
    for (seats, option_values) in [
        (1, &[][..]),
        (2, &[("scenario", "3")]),
        (3, &[("scenario", "4"), ("draw_mode", "commit")]),
        (4, &[("scenario", "1")]),
    ] {
        assert_accepted_setups_are_positions(&game(seats, option_values), 4000);
    }
}
