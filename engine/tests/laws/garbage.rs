//! Laws of malformed texts: parsers never panic, locate each error, and accept only the canonical
//! text.

use botwerk_engine::record::{ClockKind, Record, Replay};
use botwerk_engine::{GameType, ParseError, RootSeed, Seat, StableRng, Turn, Viewer};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

use crate::matches::Match;
use crate::turns::random_turn;
use crate::walk::{Walk, WalkActors, pick};
use crate::{
    LawResult, actions, positions as position_laws, records as record_laws, spellings, turns, views,
};

/// Number of texts per parser and variant.
const CASES: u32 = 80;

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

/// One edit of a text.
#[derive(Debug, Clone)]
enum Edit {
    /// Inserts a piece.
    Insert(Index, &'static str),
    /// Removes some characters.
    Remove(Index, usize),
    /// Replaces a character with a piece.
    Replace(Index, &'static str),
    /// Replaces a whole number with a piece.
    Number(Index, &'static str),
    /// Copies some characters to another place.
    Copy(Index, usize, Index),
    /// Truncates the text.
    Cut(Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    let piece = || select(&PIECES[..]);
    prop_oneof![
        (at(), piece()).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        (at(), 1..4usize).prop_map(|(at, count)| Edit::Remove(at, count)),
        (at(), piece()).prop_map(|(at, piece)| Edit::Replace(at, piece)),
        (at(), piece()).prop_map(|(at, piece)| Edit::Number(at, piece)),
        (at(), 1..7usize, at()).prop_map(|(at, count, to)| Edit::Copy(at, count, to)),
        at().prop_map(Edit::Cut),
    ]
}

impl Edit {
    fn apply_to(&self, text: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let length = chars.len();
        let place = |index: &Index| index.index(length + 1);
        let end = |from: usize, count: usize| (from + count).min(length);
        match self {
            Self::Insert(at, piece) => {
                chars.splice(place(at)..place(at), piece.chars());
            }
            Self::Remove(at, count) => {
                chars.drain(place(at)..end(place(at), *count));
            }
            Self::Replace(at, piece) => {
                chars.splice(place(at)..end(place(at), 1), piece.chars());
            }
            Self::Number(at, piece) => {
                let is_digit = |place: &usize| chars[*place].is_ascii_digit();
                let from = (place(at)..length).find(is_digit).unwrap_or(length);
                let to = (from..length).find(|at| !is_digit(at)).unwrap_or(length);
                chars.splice(from..to, piece.chars());
            }
            Self::Copy(at, count, to) => {
                let copied = chars[place(at)..end(place(at), *count)].to_vec();
                chars.splice(place(to)..place(to), copied);
            }
            Self::Cut(at) => chars.truncate(place(at)),
        }
        chars.into_iter().collect()
    }
}

/// Tests a law on arbitrary texts and on edited ones of `texts`.
fn each_text(texts: &[String], law: impl Fn(&str) -> LawResult) -> LawResult {
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let edited = (any::<Index>(), vec(edit(), 0..3)).prop_map(|(which, edits)| {
        let text = which.get(texts).clone();
        edits.iter().fold(text, |text, edit| edit.apply_to(&text))
    });
    let text = prop_oneof![9 => edited, 1 => any::<String>()];
    runner
        .run(&text, |text| law(&text).map_err(TestCaseError::fail))
        .map_err(|error| error.to_string())
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

fn walk_states<G: GameType>(game: &G) -> Vec<G::State> {
    let seed = RootSeed::from_text("garbage");
    Walk::new(game, seed, WalkActors::SeatsAndReferee)
        .take(80)
        .collect()
}

fn test_rng() -> StableRng {
    RootSeed::from_text("garbage").rng_for_agent(Seat::FIRST, 0)
}

/// A text is either rejected or the canonical text of a position that obeys the laws.
pub(crate) fn positions<G: GameType>(game: &G) -> LawResult {
    let mut texts: Vec<_> = walk_states(game)
        .iter()
        .map(|state| game.format_position(state))
        .collect();
    texts.extend(PIECES.map(String::from));
    each_text(&texts, |text| {
        let _ = G::seats_of_position(text);
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
pub(crate) fn actions_and_turns<G: GameType>(game: &G) -> LawResult {
    let mut generator = test_rng();
    let step = (game.action_count() / 60).max(1) as usize;
    let mut texts: Vec<_> = (0..game.action_count())
        .step_by(step)
        .filter_map(|number| Some(game.format_action(game.action_from_number(number)?)))
        .collect();
    each_text(&texts, |text| match game.parse_action(text) {
        Ok(action) if game.format_action(action) == text => Ok(()),
        Ok(action) => Err(format!(
            "{text:?} is not canonical, but parsed as {action:?}"
        )),
        Err(error) => error_is_located(text, &error),
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
    each_text(&texts, |text| {
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
pub(crate) fn records<G: GameType>(game: &G) -> LawResult {
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
    each_text(std::slice::from_ref(&text), check)?;
    let lines = record_laws::remove_hash_chain(&text);
    if record_laws::add_hash_chain(&lines) != text {
        return Err("the hash chain differs from the one that the record format defines".into());
    }
    for at in 0..lines.len().min(6) {
        each_text(&lines[at..=at], |line| {
            let mut lines = lines.clone();
            lines[at] = line.into();
            check(&record_laws::add_hash_chain(&lines))
        })?;
    }
    Ok(())
}
