//! Laws of texts that nobody wrote: parsers never panic, name the place, and take only the one
//! canonical text.

use botwerk_engine::record::{Record, Replay, TimeKind};
use botwerk_engine::{Game, Generator, ParseError, RootSeed, Seat, Turn, Viewer};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

use crate::matches::Match;
use crate::turns::random_turn;
use crate::walk::{Company, Walk, pick};
use crate::{Held, actions, positions as position_laws, records as record_laws, turns, views};

/// Texts for each kind of parser and variant.
const CASES: u32 = 160;

/// What is put into a text in the middle.
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

/// One change of a text.
#[derive(Debug, Clone)]
enum Edit {
    /// Puts a piece at a place.
    Insert(Index, &'static str),
    /// Removes some characters.
    Remove(Index, usize),
    /// Puts a piece instead of a character.
    Replace(Index, &'static str),
    /// Puts a piece instead of a whole number.
    Number(Index, &'static str),
    /// Puts a copy of some characters at another place.
    Copy(Index, usize, Index),
    /// Cuts off the rest.
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
    fn change(&self, text: &str) -> String {
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

/// Tries arbitrary texts and changed ones of `texts`.
fn each_text(texts: &[String], law: impl Fn(&str) -> Held) -> Held {
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let changed = (any::<Index>(), vec(edit(), 0..3)).prop_map(|(which, edits)| {
        let text = which.get(texts).clone();
        edits.iter().fold(text, |text, edit| edit.change(&text))
    });
    let text = prop_oneof![9 => changed, 1 => any::<String>()];
    runner
        .run(&text, |text| law(&text).map_err(TestCaseError::fail))
        .map_err(|why| why.to_string())
}

/// An error names a place in the text, and what stands there.
fn names_its_place(text: &str, error: &ParseError) -> Held {
    let ParseError { at, found, .. } = error;
    let there: Option<String> = text.get(*at..).map(|rest| rest.chars().take(16).collect());
    if there.as_ref() == Some(found) {
        Ok(())
    } else {
        Err(format!("at byte {at} stands {there:?}: {error}"))
    }
}

fn walked<G: Game>(game: &G) -> Vec<G::State> {
    let seed = RootSeed::from_text("garbage");
    Walk::new(game, seed, Company::Everybody).take(80).collect()
}

fn fresh() -> Generator {
    RootSeed::from_text("garbage").agent(Seat::FIRST, 0)
}

/// A text is the canonical text of a position, on which every law holds, or an error.
pub(crate) fn positions<G: Game>(game: &G) -> Held {
    let mut texts: Vec<_> = walked(game)
        .iter()
        .map(|state| game.format_position(state))
        .collect();
    texts.extend(PIECES.map(String::from));
    each_text(&texts, |text| {
        let _ = G::seats_of_position(text);
        let state = match game.parse_position(text) {
            Ok(state) => state,
            Err(error) => return names_its_place(text, &error),
        };
        let canonical = game.format_position(&state);
        if canonical != text {
            return Err(format!("{text:?} is read as `{canonical}`"));
        }
        let mut generator = fresh();
        if generator.below(game.seats() as u64) < 4 {
            actions::listed_are_accepted(game, &state, &mut generator)?;
            views::hidden_stays_hidden(game, &state, &mut generator)?;
        }
        let seed = RootSeed::from_text(text);
        for state in Walk::from_position(game, seed, Company::Everybody, state).take(20) {
            turns::turn_says_who_can_act(game, &state, &mut generator)?;
            position_laws::texts_round_trip(game, &state, &mut generator)?;
        }
        Ok(())
    })
}

/// A text is the canonical text of an action or a turn, or an error.
pub(crate) fn actions_and_turns<G: Game>(game: &G) -> Held {
    let mut generator = fresh();
    let step = (game.action_count() / 60).max(1) as usize;
    let mut texts: Vec<_> = (0..game.action_count())
        .step_by(step)
        .filter_map(|number| Some(game.format_action(game.action_from_number(number)?)))
        .collect();
    each_text(&texts, |text| match game.parse_action(text) {
        Ok(action) if game.format_action(action) == text => Ok(()),
        Ok(action) => Err(format!("{text:?} is read {action:?}")),
        Err(error) => names_its_place(text, &error),
    })?;
    let mut views = Vec::new();
    for state in walked(game) {
        let Turn::Decision(ask) = game.turn(&state) else {
            continue;
        };
        let seat = pick(ask.seats, &mut generator);
        let view = game.view(&state, Viewer::Seat(seat));
        let actions = random_turn(game, &state, seat, &mut generator);
        texts.push(game.format_turn(&view, &actions));
        views.push(view);
    }
    each_text(&texts, |text| {
        for view in views.iter().step_by(7) {
            match game.parse_turn(view, text) {
                Ok(actions) if game.format_turn(view, &actions) == text => {}
                Ok(actions) => return Err(format!("{text:?} is read {actions:?}")),
                Err(error) => names_its_place(text, &error)?,
            }
        }
        Ok(())
    })
}

/// A text is the canonical text of a record, which can be played again or not, or an error; even
/// if its running hash is right.
pub(crate) fn records<G: Game>(game: &G) -> Held {
    let mut generator = fresh();
    let seed = RootSeed::from_text("garbage");
    let mut played = Match::play(game, seed, TimeKind::Virtual, 20, &mut generator)?;
    played.events.truncate(40);
    let mut record = record_laws::record(game, &played);
    if played.referee.outcome().is_none() {
        record.outcome = None;
    }
    let read = |text: &str| {
        let Ok(record) = Record::from_text(text) else {
            return Ok(());
        };
        if record.to_text() != text {
            return Err("a record is read that would be written differently".into());
        }
        let _ = Replay::<G>::new(&record).and_then(Replay::run);
        Ok(())
    };
    let text = record.to_text();
    each_text(std::slice::from_ref(&text), read)?;
    let lines = record_laws::unsealed(&text);
    if record_laws::sealed(&lines) != text {
        return Err("the running hash is not the one of the rules of records".into());
    }
    for at in 0..lines.len().min(6) {
        each_text(&lines[at..=at], |line| {
            let mut lines = lines.clone();
            lines[at] = line.into();
            read(&record_laws::sealed(&lines))
        })?;
    }
    Ok(())
}
