use botwerk_engine::droids::{Droids, Phase, State};
use botwerk_engine::{
    Actor, AnyGame, AnyState, GameEncoding, GameRules, GameType, GameViews, Options, RootSeed,
    Seat, Turn, Viewer,
};
use botwerk_proto::v1 as proto;
use prost::Message;

use crate::error::Reason;
use crate::messages::seats_of_message;
use crate::{Wire, turn_message};

/// Seats and options of the matches that are walked through.
const MATCHES: [(usize, &[(&str, &str)]); 5] = [
    (1, &[]),
    (2, &[("scenario", "3")]),
    (3, &[("scenario", "4"), ("draw_mode", "commit")]),
    (4, &[("scenario", "1")]),
    (4, &[("scenario", "6"), ("cargo_capacity", "3")]),
];

/// Positions of a match of drawn actions, to its end.
fn walk(seats: usize, given: &[(&str, &str)]) -> (AnyGame, Vec<AnyState>) {
    let options = Options::resolve(Droids::spec().options, given.iter().copied()).unwrap();
    let game = Droids::ID.game(seats, options).unwrap();
    let seed = RootSeed::from_text("walk");
    let mut generator = seed.rng_for_agent(Seat::FIRST, 3);
    let mut state = game.initial_state(seed);
    let mut states = vec![state.clone()];
    loop {
        let actor = match game.turn(&state) {
            Turn::Over(_) => return (game, states),
            Turn::Chance(_) => Actor::Chance,
            Turn::Decision(mut ask) => Actor::Seat(ask.seats.next().unwrap()),
        };
        let mut actions = Vec::new();
        game.legal_actions(&state, actor, &mut actions);
        let action = actions[generator.below(actions.len() as u64) as usize];
        game.apply(&mut state, actor, action).unwrap();
        states.push(state.clone());
    }
}

#[test]
fn positions_and_actions_are_read_as_they_are_written() {
    for (seats, given) in MATCHES {
        let (game, states) = walk(seats, given);
        for state in &states {
            let message = game.position_message(state);
            assert_eq!(game.position(&message).as_ref().ok(), Some(state));
            assert_eq!(seats_of_message(Droids::ID, &message), seats as u32);
        }
        for number in 0..game.action_count() {
            let action = game.action_from_number(number).unwrap();
            let message = game.action_message(action);
            assert_eq!(game.action(&message).ok(), Some(action));
        }
    }
}

/// Every byte of what a seat is sent of a position.
fn bytes(game: &AnyGame, state: &AnyState, viewer: Viewer) -> Vec<u8> {
    let view = game.view(state, viewer);
    let mut bytes = game.view_message(&view).encode_to_vec();
    bytes.extend(turn_message(&game.turn(state)).encode_to_vec());
    bytes.extend(game.view_hash(&view).to_le_bytes());
    bytes
}

#[test]
fn dr_39_no_byte_that_a_viewer_is_sent_depends_on_hidden_kinds() {
    let mut generator = RootSeed::from_text("hidden").rng_for_agent(Seat::FIRST, 0);
    let mut pairs = 0;
    for (seats, given) in MATCHES {
        let (game, states) = walk(seats, given);
        let seats = Seat::all(seats).map(Viewer::Seat);
        let viewers: Vec<_> = seats.chain([Viewer::Spectator]).collect();
        let looks = states
            .iter()
            .flat_map(|state| viewers.iter().map(move |v| (state, *v)));
        for (state, viewer) in looks {
            let other = game.sample_hidden(&game.view(state, viewer), &mut generator);
            pairs += u32::from(other != *state);
            assert_eq!(bytes(&game, state, viewer), bytes(&game, &other, viewer));
        }
    }
    assert!(pairs > 200, "{pairs} pairs");
}

#[test]
fn what_is_no_action_is_told() {
    let (game, _) = walk(1, &[]);
    let set = proto::DroidsSet {
        stone: Some(proto::DroidsStone {
            kind: proto::DroidsKind::V2.into(),
            arrow: proto::DroidsArrow::Ne.into(),
        }),
        slot: None,
    };
    let kind = proto::droids_action::Kind::Set(set);
    let action = proto::Action {
        game: Some(proto::action::Game::Droids(proto::DroidsAction {
            kind: Some(kind),
        })),
    };
    let refused = game.action(&action).unwrap_err().message;
    assert_eq!(
        refused,
        "action: expected an arrow of V2, one of N, E, S, W"
    );
}

/// A position of the set phase, in which seats have hands.
fn setting() -> (AnyGame, proto::DroidsPosition) {
    let (game, states) = walk(2, &[("scenario", "3")]);
    let is_set = |state: &&AnyState| state.get::<State>().table().phase == Phase::Set;
    let state = states.iter().find(is_set).unwrap();
    match game.position_message(state).game {
        Some(proto::position::Game::Droids(message)) => (game, message),
        _ => panic!("a position of droids"),
    }
}

/// The error of a position's message after a change.
fn refused(change: impl FnOnce(&mut proto::DroidsPosition)) -> String {
    let (game, mut message) = setting();
    change(&mut message);
    let position = proto::Position {
        game: Some(proto::position::Game::Droids(message)),
    };
    let error = game.position(&position).unwrap_err();
    assert_eq!(error.reason, Reason::BadPosition);
    error.message
}

#[test]
fn position_message_without_kinds_is_rejected_as_a_view() {
    assert_eq!(
        refused(|message| message.hands[0].kinds.clear()),
        "position.hands[S]: expected the kinds of the stones: with their colours alone it is a \
         view, not a position (DR-39)"
    );
}

type Change<'a> = &'a dyn Fn(&mut proto::DroidsPosition);

#[test]
fn position_message_error_names_the_field() {
    let number = proto::DroidsNumber {
        side: proto::DroidsSide::South.into(),
        number: 1,
    };
    let changes: [(Change<'_>, &str); 12] = [
        (
            &|m| m.phase = 0,
            "position.phase: expected a phase of the round, found 0",
        ),
        (
            &|m| m.scenario = 2,
            "position.scenario: expected the scenario 3 that is played",
        ),
        (
            &|m| m.seats.reverse(),
            "position.seats[1]: expected sorted entries, each once",
        ),
        (
            &|m| m.acting = 9,
            "position.acting: expected one of the four sides, found 9",
        ),
        (
            &|m| m.acting = proto::DroidsSide::West.into(),
            "position.acting: expected a seat in play, of `SN`",
        ),
        (
            &|m| m.droids[1].square = None,
            "position.droids[1].square: expected a square, found nothing",
        ),
        (
            &|m| m.droids[1].square = Some(proto::DroidsSquare { x: 10, y: 0 }),
            "position.droids[1].square: expected x and y from 0 to 9, found x 10 and y 0",
        ),
        (
            &|m| m.droids[1].square = m.droids[0].square,
            "position.droids[N]: expected at most one robot per square (DR-20)",
        ),
        (
            &|m| m.sent = vec![number],
            "position.sent: expected `-` before the send phase",
        ),
        (
            &|m| m.hands[0].kinds[0] = proto::DroidsKind::F4.into(),
            "position.hands[0].kinds: expected sorted kinds",
        ),
        (
            &|m| m.hands[0].kinds = vec![proto::DroidsKind::F4.into()],
            "position.hands[0].kinds[0]: expected a kind of stone, found 17",
        ),
        (
            &|m| m.solo_die = 11,
            "position.solo_die: expected a number from 1 to 10, found 11",
        ),
    ];
    for (change, expected) in changes {
        let message = refused(change);
        assert!(
            message.starts_with(expected),
            "{message} instead of {expected}"
        );
    }
}
