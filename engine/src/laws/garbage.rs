//! Laws of malformed texts: parsers never panic, locate each error, and accept only the canonical
//! text.

use crate::record::{ClockKind, Record, Replay};
use crate::{Game, ParseError, RootSeed, Seat, StableRng, Turn, Viewer};

use super::matches::Match;
use super::turns::random_turn;
use super::violation::LawResult;
use super::walk::{Walk, WalkActors, pick};
use super::{actions, positions as position_laws, records as record_laws, spellings, turns, views};

/// Number of texts per parser and variant.
const CASES: usize = 80;

/// Pieces that edits insert into a text.
const PIECES: [&str; 24] = [
    "0",
    "1",
    "25",
    "26",
    "63",
    "64",
    "99",
    "100",
    "255",
    "256",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "-",
    " ",
    ",",
    ":",
    " ; ",
    " / ",
    "x",
    "\n",
    "é",
    "\u{1f916}",
    "6P",
];

/// Returns a text with one random edit: a piece inserted, in place of a character or in place of a whole number;
/// characters removed or copied to another place; or its end cut off.
fn edited(text: &str, generator: &mut StableRng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let length = chars.len();
    let mut below = |n: usize| generator.below(n as u64) as usize;
    let (at, piece) = (below(length + 1), PIECES[below(PIECES.len())].chars());
    let end = |count: usize| (at + count).min(length);
    match below(6) {
        0 => {
            chars.splice(at..at, piece);
        }
        1 => {
            chars.drain(at..end(1 + below(3)));
        }
        2 => {
            chars.splice(at..end(1), piece);
        }
        3 => {
            let is_digit = |place: &usize| chars[*place].is_ascii_digit();
            let from = (at..length).find(is_digit).unwrap_or(length);
            let to = (from..length).find(|at| !is_digit(at)).unwrap_or(length);
            chars.splice(from..to, piece);
        }
        4 => {
            let copied = chars[at..end(1 + below(6))].to_vec();
            let to = below(length + 1);
            chars.splice(to..to, copied);
        }
        _ => chars.truncate(at),
    }
    chars.into_iter().collect()
}

/// Returns a text of random characters.
fn arbitrary(generator: &mut StableRng) -> String {
    let length = generator.below(24);
    let mut character = || match generator.below(8) {
        0 => char::from_u32(generator.below(0x11_0000) as u32).unwrap_or('\u{fffd}'),
        _ => char::from(generator.below(128) as u8),
    };
    (0..length).map(|_| character()).collect()
}

/// Tests a law on edited texts and on arbitrary ones.
fn each_text(
    texts: &[String],
    generator: &mut StableRng,
    law: impl Fn(&str) -> LawResult,
) -> LawResult {
    for _ in 0..CASES {
        let mut text = match generator.below(10) {
            0 => arbitrary(generator),
            _ => texts[generator.below(texts.len() as u64) as usize].clone(),
        };
        for _ in 0..generator.below(3) {
            text = edited(&text, generator);
        }
        law(&text).map_err(|violation| format!("{violation}\n  in {text:?}"))?;
    }
    Ok(())
}

/// Checks that an error names an offset in the text and quotes the characters found there.
fn error_is_located(text: &str, error: &ParseError) -> LawResult {
    let ParseError {
        offset: at, found, ..
    } = error;
    let actual: Option<String> = text.get(*at..).map(|rest| rest.chars().take(16).collect());
    if actual.as_ref() == Some(found) {
        Ok(())
    } else {
        Err(format!(
            "wrong quotation, the text at byte {at} is {actual:?}: {error}"
        ))
    }
}

fn walk_states<G: Game>(game: &G) -> Vec<G::State> {
    let seed = RootSeed::from_text("garbage");
    Walk::new(game, seed, WalkActors::SeatsAndReferee)
        .take(80)
        .collect()
}

fn test_rng() -> StableRng {
    RootSeed::from_text("garbage").rng_for_agent(Seat::FIRST, 0)
}

/// A text is either rejected or the canonical text of a position that obeys the laws.
pub(super) fn positions<G: Game>(game: &G) -> LawResult {
    let mut texts: Vec<_> = walk_states(game)
        .iter()
        .map(|state| game.format_position(state))
        .collect();
    texts.extend(PIECES.map(String::from));
    each_text(&texts, &mut test_rng(), |text| {
        let _ = game.id().seats_of_position(text);
        let state = match game.parse_position(text) {
            Ok(state) => state,
            Err(error) => return error_is_located(text, &error),
        };
        let canonical = game.format_position(&state);
        if canonical != text {
            return Err(format!(
                "{text:?} is parsed, but its canonical text is `{canonical}`"
            ));
        }
        let mut generator = test_rng();
        if generator.below(game.seats() as u64) < 4 {
            actions::legal_actions_are_accepted(game, &state, &mut generator)?;
            views::views_reveal_nothing_hidden(game, &state, &mut generator)?;
        }
        let seed = RootSeed::from_text(text);
        for state in Walk::from_position(game, seed, WalkActors::SeatsAndReferee, state).take(20) {
            turns::turn_names_the_actors(game, &state, &mut generator)?;
            position_laws::texts_round_trip(game, &state, &mut generator)?;
        }
        Ok(())
    })
}

/// A text is either rejected or the canonical text of an action or a turn.
pub(super) fn actions_and_turns<G: Game>(game: &G) -> LawResult {
    let mut generator = test_rng();
    let step = (game.action_count() / 60).max(1) as usize;
    let mut texts: Vec<_> = (0..game.action_count())
        .step_by(step)
        .filter_map(|number| Some(game.format_action(game.action_from_number(number)?)))
        .collect();
    each_text(&texts, &mut generator, |text| {
        match game.parse_action(text) {
            Ok(action) if game.format_action(action) == text => Ok(()),
            Ok(action) => Err(format!(
                "{text:?} is not canonical, but parsed as {action:?}"
            )),
            Err(error) => error_is_located(text, &error),
        }
    })?;
    let mut views = Vec::new();
    for state in walk_states(game) {
        let Turn::Decision(decision) = game.turn(&state) else {
            continue;
        };
        let seat = pick(decision.seats, &mut generator);
        let view = game.view(&state, Viewer::Seat(seat));
        let actions = random_turn(game, &state, seat, &mut generator);
        texts.push(game.format_turn(&view, &actions));
        views.push(view);
    }
    each_text(&texts, &mut generator, |text| {
        for view in views.iter().step_by(7) {
            spellings::nothing_is_substituted(game, view, text)?;
            match game.parse_turn(view, text) {
                Ok(actions) if game.format_turn(view, &actions) == text => {}
                Ok(actions) => {
                    return Err(format!(
                        "{text:?} is not canonical, but parsed as {actions:?}"
                    ));
                }
                Err(error) => error_is_located(text, &error)?,
            }
        }
        Ok(())
    })
}

/// A text is either rejected or the canonical text of a record, even if its hash chain is valid;
/// replaying such a record never panics.
pub(super) fn records<G: Game>(game: &G) -> LawResult {
    let mut generator = test_rng();
    let seed = RootSeed::from_text("garbage");
    let mut played = Match::play(game, seed, ClockKind::Virtual, 20, &mut generator)?;
    played.events.truncate(40);
    let mut record = record_laws::record(game, &played);
    if played.referee.outcome().is_none() {
        record.outcome = None;
    }
    let check = |text: &str| {
        let Ok(record) = Record::from_text(text) else {
            return Ok(());
        };
        if record.to_text() != text {
            return Err("a record is parsed that is not canonical".into());
        }
        let _ = Replay::<G>::new(&record).and_then(Replay::run);
        Ok(())
    };
    let text = record.to_text();
    each_text(std::slice::from_ref(&text), &mut generator, check)?;
    let lines = record_laws::remove_hash_chain(&text);
    if record_laws::add_hash_chain(&lines) != text {
        return Err("the hash chain differs from the one that the record format defines".into());
    }
    for at in 0..lines.len().min(6) {
        each_text(&lines[at..=at], &mut generator, |line| {
            let mut lines = lines.clone();
            lines[at] = line.into();
            check(&record_laws::add_hash_chain(&lines))
        })?;
    }
    Ok(())
}
