//! Every number of a message of a position, a view or an action, at the edges of its range and of the integers of a
//! machine, is rejected, or accepted, and play from there goes on in a bounded number of steps.

// A missing prerequisite fails a test by a panic.
#![allow(clippy::unwrap_used)]

use std::ops::Range;

use botwerk_engine::{
    Actor, AnyGame, AnyState, GameId, GameRules, GameViews, Options, RootSeed, Seat, StableRng,
    Turn, Viewer,
};
use botwerk_proto::v1 as proto;
use botwerk_wire::Wire;
use prost::Message;
use prost::encoding::{decode_varint, encode_varint};

/// The edges, with their neighbours.
const EDGES: [u64; 20] = [
    0,
    1,
    2,
    127,
    128,
    254,
    255,
    256,
    9_999,
    10_000,
    10_001,
    65_535,
    65_536,
    (1 << 31) - 1,
    1 << 31,
    (1 << 32) - 1,
    1 << 32,
    (1 << 63) - 1,
    1 << 63,
    u64::MAX,
];

/// Number of positions whose messages are altered, for each set of options.
const POSITIONS: usize = 2;

/// Maximum number of numbers of one list that are replaced.
const MAX_LISTED: usize = 16;

/// Number of steps played from an accepted position.
const STEPS: usize = 12;

/// Maximum number of chance outcomes between two decisions, more than any rule needs.
const MAX_CHANCE: usize = 1_000;

/// A place of an encoded message that may be a number, and the lengths of the messages around it.
struct NumberPlace {
    number: Range<usize>,
    /// The places of the lengths, the outermost first, and of what they measure.
    lengths: Vec<(Range<usize>, Range<usize>)>,
}

/// Returns the places of all numbers in the bytes of a message; those of texts are no numbers, but harmless.
fn number_places(bytes: &[u8]) -> Vec<NumberPlace> {
    let mut places = Vec::new();
    collect(bytes, 0..bytes.len(), &mut Vec::new(), &mut places);
    places
}

/// Collects the places of a message within `range`; returns `false` if it is not a valid message.
fn collect(
    bytes: &[u8],
    range: Range<usize>,
    lengths: &mut Vec<(Range<usize>, Range<usize>)>,
    places: &mut Vec<NumberPlace>,
) -> bool {
    let found = places.len();
    let mut at = range.start;
    while at < range.end {
        let read = read_field(bytes, at, range.end, lengths, places);
        let Some(next) = read else {
            places.truncate(found);
            return false;
        };
        at = next;
    }
    true
}

/// Reads the field at a place, and returns where the next one is; `None` if there is no field.
fn read_field(
    bytes: &[u8],
    at: usize,
    end: usize,
    lengths: &mut Vec<(Range<usize>, Range<usize>)>,
    places: &mut Vec<NumberPlace>,
) -> Option<usize> {
    let (key, start) = varint(bytes, at, end)?;
    if key >> 3 == 0 {
        return None;
    }
    let (value, next) = varint(bytes, start, end)?;
    match key & 7 {
        0 => {
            places.push(NumberPlace {
                number: start..next,
                lengths: lengths.clone(),
            });
            Some(next)
        }
        2 => {
            let content = next..next.checked_add(usize::try_from(value).ok()?)?;
            if content.end > end {
                return None;
            }
            lengths.push((start..next, content.clone()));
            if !collect(bytes, content.clone(), lengths, places) {
                // Several numbers without keys, or a text.
                collect_packed(bytes, content.clone(), lengths, places);
            }
            lengths.pop();
            Some(content.end)
        }
        _ => None,
    }
}

fn collect_packed(
    bytes: &[u8],
    range: Range<usize>,
    lengths: &[(Range<usize>, Range<usize>)],
    places: &mut Vec<NumberPlace>,
) {
    let mut at = range.start;
    let next_number = || {
        let (_, next) = varint(bytes, at, range.end)?;
        Some(std::mem::replace(&mut at, next)..next)
    };
    let numbers: Vec<_> = std::iter::from_fn(next_number).collect();
    let step = numbers.len().div_ceil(MAX_LISTED).max(1);
    places.extend(numbers.into_iter().step_by(step).map(|number| NumberPlace {
        number,
        lengths: lengths.to_vec(),
    }));
}

/// Returns the number at a place, and where it ends.
fn varint(bytes: &[u8], at: usize, end: usize) -> Option<(u64, usize)> {
    let mut rest = bytes.get(at..end)?;
    let before = rest.len();
    let number = decode_varint(&mut rest).ok()?;
    Some((number, at + before - rest.len()))
}

/// Returns the bytes of a message with another number at a place.
fn with_number(bytes: &[u8], place: &NumberPlace, number: u64) -> Vec<u8> {
    let mut altered = bytes.to_vec();
    let mut encoded = Vec::new();
    encode_varint(number, &mut encoded);
    let mut growth = encoded.len() as isize - place.number.len() as isize;
    altered.splice(place.number.clone(), encoded);
    // From the innermost length on, so that earlier places stay where they are.
    for (length, content) in place.lengths.iter().rev() {
        let new = content.len().checked_add_signed(growth).unwrap();
        let mut encoded = Vec::new();
        encode_varint(new as u64, &mut encoded);
        growth += encoded.len() as isize - length.len() as isize;
        altered.splice(length.clone(), encoded);
    }
    altered
}

/// Calls `test` with the message in which one number after the other is replaced by every edge.
/// Edges that are the same number in a field, or its own, are tested once.
fn each_altered<M: Message + Default + PartialEq>(message: &M, mut test: impl FnMut(&M)) -> usize {
    let bytes = message.encode_to_vec();
    let places = number_places(&bytes);
    test(message);
    for place in &places {
        let mut tested = Vec::new();
        for edge in EDGES {
            match M::decode(&*with_number(&bytes, place, edge)) {
                Ok(altered) if altered != *message && !tested.contains(&altered) => {
                    test(&altered);
                    tested.push(altered);
                }
                _ => {}
            }
        }
    }
    places.len()
}

fn play(game: &AnyGame, start: &AnyState, rng: &mut StableRng, message: &proto::Position) {
    let mut state = start.clone();
    let (mut chance, mut repeated) = (0, None);
    for step in 0..STEPS + MAX_CHANCE {
        let actor = match game.turn(&state) {
            Turn::Over(_) => return,
            Turn::Chance(_) => {
                chance += 1;
                assert!(chance < MAX_CHANCE, "chance acts without end: {message:?}");
                Actor::Chance
            }
            Turn::Decision(_) if step >= STEPS => return,
            Turn::Decision(decision) => {
                (chance, repeated) = (0, None);
                Actor::Seat({ decision.seats }.next().unwrap())
            }
        };
        let is_repeated = |outcome| game.apply(&mut state, actor, outcome).is_ok();
        // Chance acts again if it can; its outcome before spares listing thousands.
        if !repeated.is_some_and(is_repeated) {
            let mut actions = Vec::new();
            game.legal_actions(&state, actor, &mut actions);
            assert!(!actions.is_empty(), "nothing is legal: {message:?}");
            let picked = match actor {
                Actor::Chance => 0,
                _ => rng.below(actions.len() as u64) as usize,
            };
            repeated = (actor == Actor::Chance).then_some(actions[picked]);
            let applied = game.apply(&mut state, actor, actions[picked]);
            assert!(applied.is_ok(), "a listed action is illegal: {message:?}");
        }
        let view = game.view(&state, Viewer::Seat(Seat::FIRST));
        let encoded = game.view_message(&view).encoded_len();
        assert!(encoded < 1 << 16, "{encoded} bytes of a view: {message:?}");
    }
}

fn test_game(game: GameId, seats: usize, given: &[(&str, &str)]) {
    let options = Options::resolve(game.spec().options, given.iter().copied()).unwrap();
    let game = game.game(seats, options).unwrap();
    let seed = RootSeed::from_text("numbers");
    let mut rng = seed.rng_for_agent(Seat::FIRST, 0);
    let mut state = game.initial_state(seed);
    let (mut numbers, mut step) = (0, 0);
    let mut tested = 0;
    while tested < POSITIONS {
        if step % 7 == 0 {
            tested += 1;
            let message = game.position_message(&state);
            numbers += each_altered(&message, |altered| {
                if let Ok(accepted) = game.position(altered) {
                    play(&game, &accepted, &mut rng, altered);
                }
            });
            let viewer = Viewer::Seat(Seat::FIRST);
            let view = game.view_message(&game.view(&state, viewer));
            numbers += each_altered(&view, |altered| {
                if let Ok(view) = game.view_of_message(viewer, altered) {
                    let accepted = game.sample_hidden(&view, &mut rng);
                    play(&game, &accepted, &mut rng, altered);
                }
            });
        }
        step += 1;
        let actor = match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance(_) => Actor::Chance,
            Turn::Decision(decision) => Actor::Seat({ decision.seats }.next().unwrap()),
        };
        let mut actions = Vec::new();
        game.legal_actions(&state, actor, &mut actions);
        let action = actions[rng.below(actions.len() as u64) as usize];
        numbers += each_altered(&game.action_message(action), |altered| {
            if let Ok(action) = game.action(altered) {
                // Most actions are illegal here.
                let _ = game.apply(&mut state.clone(), actor, action);
            }
        });
        game.apply(&mut state, actor, action).unwrap();
    }
    assert!(numbers > 50, "{numbers} numbers");
}

#[test]
fn number_of_a_message_at_an_edge_is_rejected_or_leads_to_bounded_play() {
    for id in GameId::BUILT_IN {
        for seats in [id.spec().min_seats, id.spec().max_seats] {
            test_game(*id, seats, &[]);
        }
    }
    for scenario in ["1", "2", "3", "4", "6"] {
        test_game(GameId::DROIDS, 3, &[("scenario", scenario)]);
    }
    test_game(
        GameId::RICOCHET,
        2,
        &[("race", "first"), ("silver", "true")],
    );
    test_game(GameId::MICRO_ROBOTS, 2, &[("expert", "true")]);
}
