//! Laws of numbers: at the edges of its range and of the integers of a machine, every number of a notation and
//! of an option is rejected, or accepted, and play from there goes on in a bounded number of steps.

use std::ops::Range;

use crate::record::ClockKind;
use crate::{Actor, Game, Options, Referee, RootSeed, Seat, StableRng, Turn, Viewer};

use super::matches::Match;
use super::violation::LawResult;
use super::walk::{Walk, WalkActors};

/// The edges: those of small ranges, of rounds and of machine integers, with their neighbours.
const EDGES: [&str; 26] = [
    "0",
    "1",
    "2",
    "127",
    "128",
    "253",
    "254",
    "255",
    "256",
    "9999",
    "10000",
    "10001",
    "32767",
    "32768",
    "65534",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967294",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
];

/// Maximum number of numbers of one text that are replaced.
const MAX_NUMBERS: usize = 64;

/// Number of positions of a variant whose texts are altered.
const POSITIONS: usize = 3;

/// Number of steps played from an accepted position.
const STEPS: usize = 24;

/// Maximum number of chance outcomes between two decisions, more than any rule needs.
const MAX_CHANCE: usize = 1_000;

/// A number of a position, a view or an action is rejected at an edge, or play from there is bounded.
pub(super) fn edges_are_bounded<G: Game>(game: &G) -> LawResult {
    let seed = RootSeed::from_text("numbers");
    let mut generator = seed.rng_for_agent(Seat::FIRST, 0);
    let walk = Walk::new(game, seed, WalkActors::SeatsAndReferee).take(16 * POSITIONS);
    let mut states: Vec<_> = walk.collect();
    generator.shuffle(&mut states[1..]);
    states.truncate(POSITIONS);
    states.insert(0, game.initial_state(seed));
    for state in &states {
        each_altered(&game.format_position(state), |text| {
            let _ = game.id().seats_of_position(text);
            match game.parse_position(text) {
                Ok(state) => play(game, &state, text, &mut generator),
                Err(_) => Ok(()),
            }
        })?;
        let seats = Seat::all(game.seats()).take(2).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Spectator]) {
            let view = game.format_view(&game.view(state, viewer));
            each_altered(&view, |text| {
                let Ok(view) = game.parse_view(viewer, text) else {
                    return Ok(());
                };
                game.view_actions(&view, &mut Vec::new());
                let state = game.sample_hidden(&view, &mut generator);
                play(game, &state, text, &mut generator)
            })?;
        }
    }
    action_numbers(game, &states)
}

/// Tests the numbers of actions, and the numbers in their texts.
fn action_numbers<G: Game>(game: &G, states: &[G::State]) -> LawResult {
    let apply = |action: G::Action| {
        for state in states {
            let actors = Seat::all(game.seats()).take(2).map(Actor::Seat);
            for actor in actors.chain([Actor::Chance, Actor::Referee]) {
                // Most actions are illegal there.
                let _ = game.apply(&mut state.clone(), actor, action);
            }
        }
        Ok(())
    };
    let edges = EDGES.into_iter().filter_map(|edge| edge.parse().ok());
    for number in edges.chain([game.action_count() - 1, game.action_count()]) {
        match game.action_from_number(number) {
            Some(action) if game.action_number(action) != number => {
                return Err(format!("number {number} is that of another action"));
            }
            Some(action) => apply(action)?,
            None if number < game.action_count() => {
                return Err(format!("number {number} is no action"));
            }
            None => {}
        }
    }
    let step = (game.action_count() / 40).max(1) as usize;
    for number in (0..game.action_count()).step_by(step) {
        let Some(action) = game.action_from_number(number) else {
            continue;
        };
        each_altered(&game.format_action(action), |text| {
            match game.parse_action(text) {
                Ok(action) => apply(action),
                Err(_) => Ok(()),
            }
        })?;
    }
    Ok(())
}

/// A number of an option is rejected at an edge, or play with it is bounded.
pub(super) fn option_edges_are_bounded<G: Game>(game: &G) -> LawResult {
    let (id, spec) = (game.id(), game.id().spec());
    let values = EDGES
        .iter()
        .flat_map(|edge| ["", "ms", "s"].map(|unit| format!("{edge}{unit}")));
    let values: Vec<_> = values.collect();
    for (option, value) in spec
        .options
        .iter()
        .flat_map(|option| values.iter().map(move |value| (option.name, value)))
    {
        let Ok(options) = Options::resolve(spec.options, [(option, value)]) else {
            continue;
        };
        let create = |seats| G::create(id, seats, options.clone(), spec.ruleset).ok();
        let Some(game) = (spec.min_seats..=spec.max_seats).find_map(create) else {
            continue;
        };
        let seed = RootSeed::from_text("numbers");
        let mut generator = seed.rng_for_agent(Seat::FIRST, 1);
        play(&game, &game.initial_state(seed), value, &mut generator)
            .map_err(|violation| format!("{option}={value}: {violation}"))?;
    }
    Ok(())
}

/// Calls `test` with the text in which one number after the other is replaced by every edge.
fn each_altered(text: &str, mut test: impl FnMut(&str) -> LawResult) -> LawResult {
    let numbers = numbers(text);
    let step = numbers.len().div_ceil(MAX_NUMBERS).max(1);
    for number in numbers.into_iter().step_by(step) {
        for edge in EDGES {
            let mut altered = text.to_owned();
            altered.replace_range(number.clone(), edge);
            test(&altered).map_err(|violation| format!("{violation}\n  in {altered}"))?;
        }
    }
    Ok(())
}

/// Returns the places of all whole numbers in a text.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match found.last_mut() {
            Some(last) if byte.is_ascii_digit() && last.end == at => last.end += 1,
            _ if byte.is_ascii_digit() => found.push(at..at + 1),
            _ => {}
        }
    }
    found
}

/// Plays from a position: by a random walk, by a referee, and with chance outcomes after which chance acts
/// again, as often as possible.
fn play<G: Game>(game: &G, start: &G::State, text: &str, generator: &mut StableRng) -> LawResult {
    chance_ends(game, start)?;
    let seed = RootSeed::from_text(text);
    let walk = Walk::from_position(game, seed, WalkActors::SeatsAndReferee, start.clone());
    for state in walk.take(STEPS) {
        let view = game.view(&state, Viewer::Seat(Seat::FIRST));
        game.view_actions(&view, &mut Vec::new());
        let (position, view) = (game.format_position(&state), game.format_view(&view));
        if position.is_empty() || view.is_empty() {
            return Err("a position without a text is reached".into());
        }
        let _ = game.hash(&state);
    }
    let mut played = Match {
        seed,
        time: ClockKind::Wall,
        events: Vec::new(),
        referee: Referee::from_position(game.clone(), seed, start.clone()),
        snapshots: Vec::new(),
    };
    for _ in 0..STEPS {
        if !played.step(24, generator)? {
            break;
        }
    }
    Ok(())
}

/// Chance acts a bounded number of times in succession, whatever its outcomes.
fn chance_ends<G: Game>(game: &G, start: &G::State) -> LawResult {
    let mut state = start.clone();
    let mut repeated = None;
    for _ in 0..MAX_CHANCE {
        if !is_chance(game, &state) {
            return Ok(());
        }
        let after = |outcome: G::Action| {
            let mut after = state.clone();
            game.apply(&mut after, Actor::Chance, outcome).ok()?;
            Some((outcome, after))
        };
        let leads_to_chance = |(_, after): &(G::Action, G::State)| is_chance(game, after);
        // The outcome before, if chance can have it again, spares listing thousands.
        let mut next = repeated.and_then(after).filter(leads_to_chance);
        if next.is_none() {
            let mut outcomes = Vec::new();
            game.legal_actions(&state, Actor::Chance, &mut outcomes);
            let step = (outcomes.len() / 8).max(1);
            let reached: Vec<_> = outcomes
                .into_iter()
                .step_by(step)
                .filter_map(after)
                .collect();
            let again = reached.iter().position(leads_to_chance);
            next = reached.into_iter().nth(again.unwrap_or(0));
        }
        let Some((outcome, reached)) = next else {
            return Err("chance is to act, but has no legal outcome".into());
        };
        (repeated, state) = (Some(outcome), reached);
    }
    Err(format!(
        "chance acts more than {MAX_CHANCE} times in succession"
    ))
}

fn is_chance<G: Game>(game: &G, state: &G::State) -> bool {
    matches!(game.turn(state), Turn::Chance(_))
}
